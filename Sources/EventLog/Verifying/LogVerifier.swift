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
        /// Of the hash tree over all events that were read.
        public var root = TreeHash.ofNothing
        /// How many events the last signed checkpoint is of, which agrees; nil: nothing was signed.
        public var signedThrough: Position?
        /// The last event that the index on disk covers; what follows is indexed by whoever opens the log. nil: there is
        /// no index, as in a backup of the log, and it is made again.
        public var indexedThrough: Position?
        public var bytes = 0
    }

    let log: LogEnvironment
    let files: LogDirectory
    let hasher: IndexHasher
    /// Whether each entry of the index is looked up, which takes most of the time.
    private let looksEntriesUp: Bool

    /// - Parameter entries: whether to look at the entries of the index too, and not only at records, outcomes and tree.
    /// - Throws: ``EventLogError``: `not_found`, `corrupted`, `newer_format`, `io_error`.
    public init(directory: String, entries: Bool = true, options: EventLogOptions = EventLogOptions()) throws {
        looksEntriesUp = entries
        files = LogDirectory(directory, options)
        guard files.exists else { throw EventLogError.missing(directory) }
        log = try LogEnvironment(directory: files.log, creates: false, mapSize: options.mapSize)
        hasher = IndexHasher(logID: log.id.bytes)
    }

    /// What has been read so far.
    private struct Pass {
        var report = Report()
        var previous = Predecessor()
        var tree: TreeCheck
        var nextEvent: UInt64 = 1
        var nextOutcome: UInt64 = 1
    }

    /// Events or outcomes read on one snapshot of log and index: it holds old pages, so not for longer than this.
    private static let slice: UInt64 = 16_384

    /// Safe while others append: what they add meanwhile is read as well.
    /// - Parameter progress: called now and then with the events read so far and the head.
    /// - Throws: ``EventLogError`` `corrupted` with the first damage found; `position` when it is an event.
    ///   `checkpoint_mismatch`: the log is whole, but not the one that was signed.
    public func verify(progress: (UInt64, UInt64) -> Void = { _, _ in }) throws -> Report {
        do {
            let signed = try files.evidence.checkpoint()
            let beginning = Pass(tree: try TreeCheck(signed?.head, files.evidence.path))
            var pass = beginning
            pass.report.bytes = try log.environment.information().usedBytes
            if let generation = files.indexDirectory.openCurrent() {
                do {
                    while try verifyIndexed(generation, &pass, progress) {}
                } catch let error as LMDBError {
                    // Which of the two can't be read? The log alone tells.
                    var alone = beginning
                    while try verifyRest(&alone, progress) {}
                    throw EventLogError.damagedIndex(files.index, "it can't be read (\(error))")
                }
            } else if try files.indexDirectory.currentName() != nil {
                throw EventLogError.damagedIndex(files.index, "it can't be opened")
            }
            while try verifyRest(&pass, progress) {}
            try pass.previous.requireEnd(at: pass.nextEvent - 1)
            try pass.tree.requireSigned()
            pass.report.root = pass.tree.frontier.root
            pass.report.signedThrough = signed.map { Position($0.head.size) }
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
            try requireLeafHash(at: index.checkpoint.position, transaction)
            throw EventLogError.damagedIndex(files.index, "its checkpoint is of another log, or ahead of this one")
        }
        let covered = index.checkpoint
        if pass.nextEvent <= covered.position {
            try readEvents(through: covered.position, transaction, &pass) { record, tree in
                try tree.append(TreeHash(checked: record.leafHash)) { try require(node: $2, $0, $1, index) }
                return looksEntriesUp ? try verifyEntries(of: record, index) : 0
            }
            progress(pass.nextEvent - 1, try log.head(transaction))
            return true
        }
        if pass.nextOutcome <= covered.outcome {
            try readOutcomes(through: covered.outcome, transaction, &pass) { row, number in
                guard looksEntriesUp else { return 0 }
                try require(hasher.entry(of: row, number: number), index, "of outcome \(number)")
                return 1
            }
            return true
        }
        try require(pass.tree.frontier, index)
        let stored = try index.disk.count(generation.entries)
        guard stored == pass.report.indexEntries || !looksEntriesUp else {
            let foreign = try foreignEntry(index, transaction).map { ", nothing that is there gives \($0)" } ?? ""
            throw EventLogError.damagedIndex(
                files.index,
                "it has \(stored) entries up to its checkpoint, the log has \(pass.report.indexEntries)\(foreign)")
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
            try readEvents(through: head, transaction, &pass) { record, tree in
                try tree.append(TreeHash(checked: record.leafHash)) { _, _, _ in }
                return 0
            }
            progress(pass.nextEvent - 1, head)
            return true
        }
        let lastOutcome = try log.lastOutcome(transaction)
        guard pass.nextOutcome <= lastOutcome else { return false }
        try readOutcomes(through: lastOutcome, transaction, &pass) { _, _ in 0 }
        return true
    }

    /// What the index does not agree with may be a record that was altered.
    private func requireLeafHash(at position: UInt64, _ transaction: borrowing ReadTransaction) throws {
        guard try transaction.contains(position, in: log.events) else { return }
        try log.withRecord(at: position, transaction) { try LeafHash.require(of: $0) }
    }

    /// The index as it is on disk, without a tail: what a crash may have left behind is no damage.
    private func snapshot(of generation: IndexGeneration) throws -> IndexSnapshot {
        let disk = try generation.environment.beginRead()
        guard let checkpoint = try generation.checkpoint(disk) else {
            throw EventLogError.damagedIndex(files.index, "it has no checkpoint")
        }
        return IndexSnapshot(segments: [], generation: generation, disk: disk, checkpoint: checkpoint)
    }

    /// - Parameter entries: adds a record to the tree, looks up its entries, and returns how many there are.
    private func readEvents(
        through end: UInt64, _ transaction: borrowing ReadTransaction, _ pass: inout Pass,
        entries: (borrowing RecordView, inout TreeCheck) throws -> Int
    ) throws {
        let last = min(end, pass.nextEvent + Self.slice - 1)
        try Matches.forEachEvent(in: pass.nextEvent...last, backwards: false, log, transaction) { record in
            try pass.previous.advance(to: record)
            pass.report.events += 1
            pass.report.indexEntries += try entries(record, &pass.tree)
            return true
        }
        pass.nextEvent = last + 1
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
