import FoundationEssentials
import LMDB

/// Re-reads everything and says what is wrong first.
///
/// A damaged B+tree page can kill the process that reads it: run this in one of its own.
public struct LogVerifier {
    public struct Report: Sendable {
        public var events: UInt64 = 0
        public var outcomes: UInt64 = 0
        /// Index entries that were looked up.
        public var indexEntries = 0
        /// The last event that the index on disk covers; what follows is indexed by whoever opens the log.
        public var indexedThrough = Position.beginning
        public var bytes = 0
    }

    private let log: LogEnvironment
    private let files: LogDirectory
    private let hasher: IndexHasher

    /// - Throws: ``EventLogError``: `not_found`, `corrupted`, `newer_format`, `io_error`.
    public init(directory: String, options: EventLogOptions = EventLogOptions()) throws {
        files = LogDirectory(directory, options)
        guard files.exists else { throw EventLogError.missing(directory) }
        log = try LogEnvironment(directory: files.log, creates: false, mapSize: options.mapSize)
        hasher = IndexHasher(logID: log.id.bytes)
    }

    /// What has been read so far.
    private struct Pass {
        var report = Report()
        var previous = Predecessor()
        var nextEvent: UInt64 = 1
        var nextOutcome: UInt64 = 1
    }

    /// Events or outcomes read on one snapshot of log and index: it holds old pages, so not for longer than this.
    private static let slice: UInt64 = 16_384

    /// Safe while others append: what they add meanwhile is read as well.
    /// - Parameter progress: called now and then with the events read so far and the head.
    /// - Throws: ``EventLogError`` `corrupted` with the first damage found; `position` when it is an event.
    public func verify(progress: (UInt64, UInt64) -> Void = { _, _ in }) throws -> Report {
        do {
            guard let generation = files.indexDirectory.openCurrent() else {
                throw EventLogError.damagedIndex(files.index, "it can't be opened")
            }
            var pass = Pass()
            pass.report.bytes = try log.environment.information().usedBytes
            while try verifyIndexed(generation, &pass, progress) {}
            while try verifyRest(&pass, progress) {}
            try pass.previous.requireEnd(at: pass.nextEvent - 1)
            return pass.report
        } catch {
            throw EventLogError.from(error)
        }
    }

    /// Reads a slice of what the index covers, and looks its entries up.
    /// - Returns: false when there was nothing left; then the index has as many entries as were looked up.
    private func verifyIndexed(
        _ generation: IndexGeneration, _ pass: inout Pass, _ progress: (UInt64, UInt64) -> Void
    ) throws -> Bool {
        // Before the log's, so that the log is never behind it.
        let index = try snapshot(of: generation)
        let transaction = try log.environment.beginRead()
        guard try Index.belongs(index.checkpoint, to: log, transaction) else {
            throw EventLogError.damagedIndex(files.index, "its checkpoint is of another log, or ahead of this one")
        }
        let covered = index.checkpoint
        if pass.nextEvent <= covered.position {
            try readEvents(through: covered.position, transaction, &pass) { try verifyEntries(of: $0, index) }
            progress(pass.nextEvent - 1, try log.head(transaction))
            return true
        }
        if pass.nextOutcome <= covered.outcome {
            try readOutcomes(through: covered.outcome, transaction, &pass) { row, number in
                try require(hasher.entry(of: row, number: number), index, "of outcome \(number)")
                return 1
            }
            return true
        }
        let stored = try index.disk.count(generation.entries)
        guard stored == pass.report.indexEntries else {
            throw EventLogError.damagedIndex(
                files.index, "it has \(stored) entries up to its checkpoint, the log has \(pass.report.indexEntries)")
        }
        pass.report.indexedThrough = Position(covered.position)
        return false
    }

    /// Reads a slice of what comes after the index's checkpoint.
    /// - Returns: false when there was nothing left.
    private func verifyRest(_ pass: inout Pass, _ progress: (UInt64, UInt64) -> Void) throws -> Bool {
        let transaction = try log.environment.beginRead()
        let head = try log.head(transaction)
        if pass.nextEvent <= head {
            try readEvents(through: head, transaction, &pass) { _ in 0 }
            progress(pass.nextEvent - 1, head)
            return true
        }
        let lastOutcome = try log.lastOutcome(transaction)
        guard pass.nextOutcome <= lastOutcome else { return false }
        try readOutcomes(through: lastOutcome, transaction, &pass) { _, _ in 0 }
        return true
    }

    /// The index as it is on disk, without a tail: what a crash may have left behind is no damage.
    private func snapshot(of generation: IndexGeneration) throws -> IndexSnapshot {
        let disk = try generation.environment.beginRead()
        guard let checkpoint = try generation.checkpoint(disk) else {
            throw EventLogError.damagedIndex(files.index, "it has no checkpoint")
        }
        return IndexSnapshot(segments: [], generation: generation, disk: disk, checkpoint: checkpoint)
    }

    /// - Parameter entries: looks up the entries of a record, and returns how many there are.
    private func readEvents(
        through end: UInt64, _ transaction: borrowing ReadTransaction, _ pass: inout Pass,
        entries: (borrowing RecordView) throws -> Int
    ) throws {
        let last = min(end, pass.nextEvent + Self.slice - 1)
        try Matches.forEachEvent(in: pass.nextEvent...last, backwards: false, log, transaction) { record in
            try pass.previous.advance(to: record)
            pass.report.events += 1
            pass.report.indexEntries += try entries(record)
            return true
        }
        pass.nextEvent = last + 1
    }

    private func verifyEntries(of record: borrowing RecordView, _ index: borrowing IndexSnapshot) throws -> Int {
        var entries: [IndexEntry] = []
        hasher.appendEntries(of: record, to: &entries)
        for entry in entries { try require(entry, index, "of event \(record.position)") }
        return entries.count
    }

    private func require(_ entry: IndexEntry, _ index: borrowing IndexSnapshot, _ what: String) throws {
        guard try index.has(entry) else {
            throw EventLogError.damagedIndex(files.index, "an entry \(what) is missing")
        }
    }

    /// - Parameter entries: looks up the entries of an outcome, given its number, and returns how many there are.
    private func readOutcomes(
        through end: UInt64, _ transaction: borrowing ReadTransaction, _ pass: inout Pass,
        entries: (OutcomeRow, UInt64) throws -> Int
    ) throws {
        let last = min(end, pass.nextOutcome + Self.slice - 1)
        var cursor = try Cursor(log.outcomes, in: transaction)
        // Outcomes may be dropped by position: a gap at the front is no damage.
        var isThere = try cursor.seek(to: pass.nextOutcome)
        while isThere {
            guard let number = cursor.key, let row = OutcomeRow(cursor.value) else {
                throw EventLogError(
                    .corrupted,
                    "outcome \(cursor.key ?? pass.nextOutcome) in \(log.environment.directory) was altered")
            }
            guard number <= last else { break }
            pass.report.outcomes += 1
            pass.report.indexEntries += try entries(row, number)
            isThere = try cursor.next()
        }
        pass.nextOutcome = last + 1
    }
}

extension EventLogError {
    static func damagedIndex(_ path: String, _ reason: String) -> EventLogError {
        EventLogError(
            .corrupted, "the index in \(path) does not agree with the log: \(reason); remove \(path), it is made again")
    }
}
