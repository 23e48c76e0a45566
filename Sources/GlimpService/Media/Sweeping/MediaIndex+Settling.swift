import EventLog
import GlimpDomain
import LMDB

extension MediaIndex {
    /// A piece of what is not settled.
    struct Piece {
        /// Those whose time has come.
        var due: [MediaID] = []
        var unreadable = UnreadableRecords()
        /// Where the next piece begins; nil: this was the last.
        var next: MediaID?
    }

    /// What has to be settled, among a number of rows.
    /// - Parameters:
    ///   - start: nil: from the first.
    ///   - rows: how many are looked at.
    func due(from start: MediaID?, rows: Int, at now: Timestamp, _ limits: MediaLimits) throws(EventLogError) -> Piece {
        try EventLogError.translating { () throws -> Piece in
            try environment.read { transaction throws in
                var piece = Piece()
                var cursor = try Cursor(unsettled, in: transaction)
                var isThere = try start.map { try cursor.seek(to: $0.rawValue.bytes) } ?? cursor.first()
                for _ in 0..<rows where isThere {
                    let media = cursor.keyBytes.media
                    let stored = cursor.value.bytes
                    do throws(EventLogError) {
                        if try Unsettled(media, stored: stored).isDue(at: now, limits) { piece.due.append(media) }
                    } catch {
                        piece.unreadable.add(media, error)
                    }
                    isThere = try cursor.next()
                }
                if isThere { piece.next = cursor.keyBytes.media }
                return piece
            }
        }
    }

    /// Says of uploads that they are being settled: from now on no command can use one without claiming it again.
    /// - Returns: their records; one whose record is gone is left out, and one whose record can't be read stays as it is.
    func beginSettling(
        _ due: [MediaID], at now: Timestamp, _ limits: MediaLimits
    ) throws(EventLogError) -> (settling: [MediaRecord], unreadable: UnreadableRecords) {
        try EventLogError.translating { () throws -> (settling: [MediaRecord], unreadable: UnreadableRecords) in
            try environment.write { transaction throws in
                var settling: [MediaRecord] = []
                var unreadable = UnreadableRecords()
                for media in due {
                    // A command may have claimed it, or its owner uploaded it again, since it was looked at.
                    guard var row = try unsettled(media, in: transaction), row.isDue(at: now, limits) else { continue }
                    guard let stored = try transaction.get(media.rawValue.bytes, in: records)?.bytes else { continue }
                    do throws(EventLogError) {
                        settling.append(try MediaRecord(media, stored: stored))
                    } catch {
                        unreadable.add(media, error)
                        continue
                    }
                    row.state = .settling
                    try transaction.put(row.stored, for: media.rawValue.bytes, in: unsettled)
                }
                return (settling, unreadable)
            }
        }
    }

    /// Settles what the log was asked about: what is used is kept for good, of the rest what is old is removed.
    ///
    /// What a command has claimed meanwhile stays claimed.
    /// - Parameter isUsed: what the log said, asked after ``beginSettling(_:at:_:)``.
    /// - Returns: what is removed: no record leads to it any more, its files are still there.
    func settle(
        _ settling: [MediaRecord], isUsed: (MediaRecord) -> Bool, at now: Timestamp, _ limits: MediaLimits
    ) throws(EventLogError) -> [MediaRecord] {
        try EventLogError.translating { () throws -> [MediaRecord] in
            try environment.write { transaction throws in
                var removed: [MediaRecord] = []
                for record in settling {
                    let key = record.media.rawValue.bytes
                    guard var row = try unsettled(record.media, in: transaction), row.state == .settling else {
                        continue
                    }
                    if isUsed(record) {
                        try transaction.remove(key, from: unsettled)
                        continue
                    }
                    row.state = .unused
                    if row.isDue(at: now, limits) {
                        row.state = .removed
                        try transaction.remove(key, from: records)
                        try transaction.remove(record.contentKey, from: contents)
                        removed.append(record)
                    }
                    try transaction.put(row.stored, for: key, in: unsettled)
                }
                return removed
            }
        }
    }

    /// What would be settled, with what is noted of it.
    func settling(
        _ due: [MediaID]
    ) throws(EventLogError) -> (settling: [(MediaRecord, Unsettled)], unreadable: UnreadableRecords) {
        try EventLogError.translating {
            () throws -> (settling: [(MediaRecord, Unsettled)], unreadable: UnreadableRecords) in
            try environment.read { transaction throws in
                var settling: [(MediaRecord, Unsettled)] = []
                var unreadable = UnreadableRecords()
                for media in due {
                    guard let row = try unsettled(media, in: transaction),
                        let stored = try transaction.get(media.rawValue.bytes, in: records)?.bytes
                    else { continue }
                    do throws(EventLogError) {
                        settling.append((try MediaRecord(media, stored: stored), row))
                    } catch {
                        unreadable.add(media, error)
                    }
                }
                return (settling, unreadable)
            }
        }
    }

    /// Those whose record is gone and whose files may still be there.
    func removed(among due: [MediaID]) throws(EventLogError) -> [MediaID] {
        try EventLogError.translating { () throws -> [MediaID] in
            try environment.read { transaction throws in
                try due.filter { try unsettled($0, in: transaction)?.state == .removed }
            }
        }
    }

    /// Forgets what is removed, once its files are.
    func forget(_ removed: [MediaID]) throws(EventLogError) {
        guard !removed.isEmpty else { return }
        try EventLogError.translating {
            try environment.write { transaction throws in
                for media in removed { try transaction.remove(media.rawValue.bytes, from: unsettled) }
            }
        }
    }
}

extension Unsettled {
    /// Whether the log has to be asked, or the files removed.
    func isDue(at now: Timestamp, _ limits: MediaLimits) -> Bool {
        switch state {
        case .unused: now >= since + Int64(limits.unusedHours) * 3_600
        case .claimed: now >= since + MediaLimits.claimSeconds
        // Left by a sweep that did not end.
        case .settling, .removed: true
        }
    }
}
