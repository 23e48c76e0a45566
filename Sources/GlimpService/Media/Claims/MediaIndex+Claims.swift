import EventLog
import GlimpDomain
import LMDB

// Whoever writes here decides between a command and the sweep: one transaction of LMDB after the other, in whatever
// process.
extension MediaIndex {
    /// Finds what its owner has uploaded before, which then counts as uploaded now: whoever is told of an upload can
    /// use it for as long as of a new one.
    /// - Returns: nil when the content is new.
    func renew(_ record: MediaRecord) throws(EventLogError) -> MediaRecord? {
        try EventLogError.translating { () throws -> MediaRecord? in
            let isKnown = try environment.read { transaction throws in
                try transaction.get(record.contentKey, in: contents) != nil
            }
            // What is new is the usual case, and waits for no writer.
            return isKnown ? try environment.write { try renew(record, in: &$0) } : nil
        }
    }

    func renew(_ record: MediaRecord, in transaction: inout WriteTransaction) throws -> MediaRecord? {
        guard let known = try transaction.get(record.contentKey, in: contents)?.media else { return nil }
        let key = known.rawValue.bytes
        guard let stored = try transaction.get(key, in: records)?.bytes else {
            throw EventLogError(.corrupted, "the record of upload \(known) is missing: restore media/")
        }
        if var row = try unsettled(known, in: transaction) {
            row.since = max(row.since, record.created)
            try transaction.put(row.stored, for: key, in: unsettled)
        }
        return try MediaRecord(known, stored: stored)
    }

    /// Claims uploads for commands of their owner, which are decided next: until the log has been asked, none of them
    /// is removed.
    ///
    /// Durable when it returns. What an event uses, and what was claimed just now, needs no write.
    /// - Returns: those that are there and theirs.
    func claim(
        _ wanted: some Collection<MediaID>, of owner: UserID, at now: Timestamp
    ) throws(EventLogError) -> [MediaID: MediaRecord] {
        try EventLogError.translating { () throws -> [MediaID: MediaRecord] in
            func find(
                _ transaction: borrowing some Transaction & ~Copyable
            ) throws -> (found: [MediaID: MediaRecord], stale: [MediaID]) {
                var found: [MediaID: MediaRecord] = [:]
                var stale: [MediaID] = []
                for media in wanted where found[media] == nil {
                    guard let stored = try transaction.get(media.rawValue.bytes, in: records)?.bytes else { continue }
                    let record = try MediaRecord(media, stored: stored)
                    guard record.owner == owner else { continue }
                    found[media] = record
                    if let row = try unsettled(media, in: transaction),
                        row.state != .claimed || now >= row.since + MediaLimits.claimSeconds / 2
                    {
                        stale.append(media)
                    }
                }
                return (found, stale)
            }
            let (found, stale) = try environment.read { try find($0) }
            guard !stale.isEmpty else { return found }
            return try environment.write { transaction throws in
                // A sweep may have come in between.
                let (found, stale) = try find(transaction)
                let row = Unsettled(.claimed, since: now).stored
                for media in stale { try transaction.put(row, for: media.rawValue.bytes, in: unsettled) }
                return found
            }
        }
    }

    /// Whether an upload is there, and claimed or used by an event: whether an event may name it.
    func isHeld(_ media: MediaID) throws(EventLogError) -> Bool {
        try EventLogError.translating { () throws -> Bool in
            try environment.read { transaction throws in
                guard try transaction.get(media.rawValue.bytes, in: records) != nil else { return false }
                guard let row = try unsettled(media, in: transaction) else { return true }
                return row.state == .claimed
            }
        }
    }

    func unsettled(_ media: MediaID, in transaction: borrowing some Transaction & ~Copyable) throws -> Unsettled? {
        let stored = try transaction.get(media.rawValue.bytes, in: unsettled)?.bytes
        return try stored.map { try Unsettled(media, stored: $0) }
    }
}
