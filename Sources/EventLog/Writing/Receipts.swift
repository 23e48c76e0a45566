import FoundationEssentials
import LMDB

/// Finding what an earlier command of the same actor and id came to.
enum Receipts {
    /// - Throws: `id_reused` when it had another body.
    static func find<T: Transaction & ~Copyable>(
        _ context: CommandContext, after: (position: UInt64, outcome: UInt64) = (0, 0),
        _ snapshot: borrowing IndexSnapshot, _ index: Index, _ transaction: borrowing T
    ) throws -> Outcome? {
        guard let id = context.id else { return nil }
        let key = index.hasher.receipt(
            actor: Array(context.actor.utf8).span.bytes, commandID: id.bytes.span.bytes)
        for entry in try snapshot.receipts(key, after: after) {
            let found =
                entry.kind == IndexEntry.receiptOfEvent
                ? try event(entry.number, context, id, index.log, transaction)
                : try outcome(entry.number, context, id, index.log, transaction)
            if let found { return found }
        }
        return nil
    }

    private static func event<T: Transaction & ~Copyable>(
        _ position: UInt64, _ context: CommandContext, _ id: UUID, _ log: LogEnvironment, _ transaction: borrowing T
    ) throws -> Outcome? {
        // The tail and the index move on while a snapshot stands still: what lies past its head did not happen for it.
        // Looked at only when the record is not there, because the head is another look-up.
        if try !transaction.contains(position, in: log.events), position > (try log.head(transaction)) { return nil }
        let count = try log.withRecord(at: position, transaction) { record -> Int? in
            // The hash only suggested it.
            guard record.commandID == id, record.actorBytes.isEqual(to: Array(context.actor.utf8).span.bytes) else {
                return nil
            }
            try require(record.bodyDigest.bytes, equals: context)
            return record.count
        }
        guard let count else { return nil }
        let last = position + UInt64(count) - 1
        var ids: [UUID] = []
        for number in position...last {
            ids.append(try log.withRecord(at: number, transaction) { $0.eventID })
        }
        return Outcome(
            result: .appended(first: Position(position), last: Position(last), eventIDs: ids),
            position: Position(last), isDuplicate: true)
    }

    private static func outcome<T: Transaction & ~Copyable>(
        _ number: UInt64, _ context: CommandContext, _ id: UUID, _ log: LogEnvironment, _ transaction: borrowing T
    ) throws -> Outcome? {
        guard try transaction.contains(number, in: log.outcomes) else { return nil }
        let row = try log.outcome(number, transaction)
        guard row.commandID == id, row.actor == context.actor else { return nil }
        try require(row.bodyDigest, equals: context)
        return row.outcome
    }

    private static func require(_ stored: [UInt8], equals context: CommandContext) throws(EventLogError) {
        let digest = context.bodyDigest + Array(repeating: 0, count: 16 - context.bodyDigest.count)
        guard stored == digest else {
            throw EventLogError(
                .idReused,
                "this command id was used before with another body; retry with the same body, or use a new id")
        }
    }
}
