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

    /// - Parameter progress: called now and then with the events read so far and the head.
    /// - Throws: ``EventLogError`` `corrupted` with the first damage found; `position` when it is an event.
    public func verify(progress: (UInt64, UInt64) -> Void = { _, _ in }) throws -> Report {
        do {
            let index = try openIndex()
            var report = Report()
            report.bytes = try log.environment.information().usedBytes
            report.indexedThrough = Position(index.checkpoint.position)
            try verifyEvents(index, &report, progress)
            try verifyOutcomes(index, &report)
            let stored = try index.disk.count(index.generation.entries)
            guard stored == report.indexEntries else {
                throw EventLogError.damagedIndex(
                    files.index, "it has \(stored) entries up to its checkpoint, the log has \(report.indexEntries)")
            }
            return report
        } catch {
            throw EventLogError.from(error)
        }
    }

    /// The index as it is on disk, without a tail: what a crash may have left behind is no damage.
    private func openIndex() throws -> IndexSnapshot {
        guard let generation = files.indexDirectory.openCurrent() else {
            throw EventLogError.damagedIndex(files.index, "it can't be opened")
        }
        let disk = try generation.environment.beginRead()
        guard let checkpoint = try generation.checkpoint(disk) else {
            throw EventLogError.damagedIndex(files.index, "it has no checkpoint")
        }
        let transaction = try log.environment.beginRead()
        guard try Index.belongs(checkpoint, to: log, transaction) else {
            throw EventLogError.damagedIndex(files.index, "its checkpoint is of another log, or ahead of this one")
        }
        return IndexSnapshot(segments: [], generation: generation, disk: disk, checkpoint: checkpoint)
    }

    private func verifyEvents(
        _ index: borrowing IndexSnapshot, _ report: inout Report, _ progress: (UInt64, UInt64) -> Void
    ) throws {
        let head = try log.environment.read { try log.head($0) }
        var previous = Predecessor()
        var next: UInt64 = 1
        while next <= head {
            // A snapshot holds old pages: not for longer than this.
            let last = min(head, next + 16_383)
            let transaction = try log.environment.beginRead()
            try Matches.forEachEvent(in: next...last, backwards: false, log, transaction) { record in
                try previous.advance(to: record)
                report.events += 1
                if record.position.rawValue <= index.checkpoint.position {
                    report.indexEntries += try verifyEntries(of: record, index)
                }
                return true
            }
            next = last + 1
            progress(last, head)
        }
        try previous.requireEnd(at: head)
    }

    private func verifyEntries(of record: borrowing RecordView, _ index: borrowing IndexSnapshot) throws -> Int {
        var entries: [IndexEntry] = []
        hasher.appendEntries(of: record, to: &entries)
        for entry in entries {
            guard try index.has(entry) else {
                throw EventLogError.damagedIndex(files.index, "an entry of event \(record.position) is missing")
            }
        }
        return entries.count
    }

    private func verifyOutcomes(_ index: borrowing IndexSnapshot, _ report: inout Report) throws {
        let transaction = try log.environment.beginRead()
        var cursor = try Cursor(log.outcomes, in: transaction)
        var isThere = try cursor.first()
        while isThere {
            guard let number = cursor.key, let row = OutcomeRow(cursor.value) else {
                throw EventLogError(
                    .corrupted, "outcome \(report.outcomes + 1) in \(log.environment.directory) was altered")
            }
            report.outcomes += 1
            if number <= index.checkpoint.outcome {
                guard try index.has(hasher.entry(of: row, number: number)) else {
                    throw EventLogError.damagedIndex(files.index, "the entry of outcome \(number) is missing")
                }
                report.indexEntries += 1
            }
            isThere = try cursor.next()
        }
    }
}

/// What each event must follow from the one before.
private struct Predecessor {
    private var time = Timestamp(microseconds: .min)
    private var index = 0
    private var count = 1

    mutating func advance(to record: borrowing RecordView) throws(EventLogError) {
        let position = record.position
        guard LeafHash.isRight(of: record) else {
            throw EventLogError(.corrupted, "event \(position) does not have its leaf hash", position: position)
        }
        guard record.time >= time else {
            throw EventLogError(.corrupted, "event \(position) is earlier than the one before", position: position)
        }
        let isNext = index + 1 == count ? record.index == 0 : record.index == index + 1 && record.count == count
        guard isNext, record.index < record.count else {
            throw EventLogError(
                .corrupted,
                "event \(position) is number \(record.index + 1) of \(record.count) of its append, "
                    + "after number \(index + 1) of \(count)",
                position: position)
        }
        time = record.time
        index = record.index
        count = record.count
    }

    /// An append is in the log whole or not at all.
    func requireEnd(at head: UInt64) throws(EventLogError) {
        guard index + 1 == count else {
            throw EventLogError(
                .corrupted, "the log ends with event \(head), number \(index + 1) of \(count) of its append",
                position: Position(head))
        }
    }
}

extension EventLogError {
    static func damagedIndex(_ path: String, _ reason: String) -> EventLogError {
        EventLogError(
            .corrupted, "the index in \(path) does not agree with the log: \(reason); remove \(path), it is made again")
    }
}
