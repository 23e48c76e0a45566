import LMDB

/// One line of the index: under `key`, something of `kind` is at `number`.
///
/// - A tag: key = hash of the tag, kind = short hash of the event's type, number = position.
/// - A type: key = hash of the type, kind = 0, number = position.
/// - A receipt: key = hash of actor and command id, kind = ``receiptOfEvent`` with the position of the append's first
///   event, or ``receiptOfOutcome`` with the number of a row in the log's outcomes table.
struct IndexEntry: Sendable, Comparable {
    var key: Hash128
    var kind: UInt32
    var number: UInt64

    static let byType: UInt32 = 0
    static let receiptOfEvent: UInt32 = 1
    static let receiptOfOutcome: UInt32 = 2
    /// Kinds below this are none of a type.
    static let reservedKinds: UInt32 = 16

    /// What an entry costs in memory, with its share of the tail's lookup table.
    static let memoryBytes = 80

    static func < (a: IndexEntry, b: IndexEntry) -> Bool {
        if a.key != b.key { return a.key < b.key }
        return a.kind != b.kind ? a.kind < b.kind : a.number < b.number
    }

    /// The stored value: kind and number, big-endian, so that the values of a key are sorted by kind, then position.
    static func withValue<R, Failure: Error>(
        kind: UInt32, number: UInt64, _ body: (RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        var bytes: [12 of UInt8] = .init(repeating: 0)
        for i in 0..<4 { bytes[i] = UInt8(truncatingIfNeeded: kind >> (24 - 8 * UInt32(i))) }
        for i in 0..<8 { bytes[4 + i] = UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64(i))) }
        return try body(bytes.span.bytes)
    }
}

extension IndexHasher {
    /// Appends the entries of a record: one for its type, one a tag, and its receipt if it is the first of an append.
    func appendEntries(of record: borrowing RecordView, to entries: inout [IndexEntry]) {
        let position = record.position.rawValue
        let type = type(record.typeBytes)
        let kind = kind(of: type)
        entries.append(IndexEntry(key: type, kind: IndexEntry.byType, number: position))
        record.forEachTag {
            entries.append(IndexEntry(key: tag($0), kind: kind, number: position))
            return true
        }
        if record.hasCommandID, record.index == 0 {
            let key = receipt(actor: record.actorBytes, commandID: record.commandIDBytes)
            entries.append(IndexEntry(key: key, kind: IndexEntry.receiptOfEvent, number: position))
        }
    }

    func entry(of outcome: OutcomeRow, number: UInt64) -> IndexEntry {
        IndexEntry(
            key: receipt(actor: Array(outcome.actor.utf8).span.bytes, commandID: outcome.commandID.bytes.span.bytes),
            kind: IndexEntry.receiptOfOutcome,
            number: number
        )
    }

    /// The short form of a type's hash that stands in the entries of tags; never one of the reserved kinds.
    func kind(of type: Hash128) -> UInt32 { max(IndexEntry.reservedKinds, UInt32(truncatingIfNeeded: type.high)) }
}
