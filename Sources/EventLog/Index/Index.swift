import FoundationEssentials
import LMDB
import Synchronization

/// The index of a log: the current generation on disk and the tail in memory, kept together and up to date.
///
/// Written behind the log by whichever process gets to it. Lost, behind or damaged, it is made again from the log.
final class Index: Sendable {
    let log: LogEnvironment
    let hasher: IndexHasher
    let directory: IndexDirectory
    private let generation: Mutex<IndexGeneration>
    /// Held while the generation is exchanged: two threads that find the same damage make one new generation.
    private let exchanging = Mutex(())
    let tail: Tail
    private let limits: EventLogOptions

    /// Opens the index in `directory`; makes it again when it is missing, damaged, or of another log.
    init(log: LogEnvironment, directory: IndexDirectory, options: EventLogOptions) throws {
        self.log = log
        self.directory = directory
        limits = options
        hasher = IndexHasher(logID: log.id.bytes)
        let (opened, checkpoint) = try Self.openSound(log, directory, hasher)
        generation = Mutex(opened)
        tail = Tail(after: checkpoint)
    }

    /// The current generation if it belongs to this log's past, else a new one.
    private static func openSound(
        _ log: LogEnvironment, _ directory: IndexDirectory, _ hasher: IndexHasher
    ) throws -> (IndexGeneration, IndexCheckpoint) {
        if let current = directory.openCurrent() {
            let transaction = try log.environment.beginRead()
            if let checkpoint = try? current.environment.read({ try current.checkpoint($0) }),
                try belongs(checkpoint, to: log, transaction)
            {
                try directory.evidence.requireReached(by: log.head(transaction))
                return (current, checkpoint)
            }
        }
        return try directory.rebuild(log, hasher)
    }

    static func belongs<T: Transaction & ~Copyable>(
        _ checkpoint: IndexCheckpoint, to log: LogEnvironment, _ transaction: borrowing T
    ) throws -> Bool {
        guard checkpoint.logID == log.id, checkpoint.position <= (try log.head(transaction)),
            checkpoint.outcome <= (try log.lastOutcome(transaction))
        else { return false }
        return try log.leafHash(at: checkpoint.position, transaction) == checkpoint.leafHash
    }

    var current: IndexGeneration { generation.withLock { $0 } }

    /// Everything needed to look up what lies up to `head` and `outcome` of the log as `transaction` sees it.
    func snapshot<T: Transaction & ~Copyable>(
        covering head: UInt64, _ outcome: UInt64, _ transaction: borrowing T
    ) throws -> IndexSnapshot {
        for _ in 0..<8 {
            try cover(head, outcome, transaction)
            // The tail first, the disk's snapshot after it: what a flush moves meanwhile is in one of them.
            let segments = tail.capture()
            // It was begun anew after it was covered: what lies between its end and `head` would be in neither.
            let end = segments[segments.count - 1]
            guard end.lastPosition >= head, end.lastOutcome >= outcome else { continue }
            let generation = current
            let disk = try generation.environment.beginRead()
            guard let checkpoint = try generation.checkpoint(disk) else {
                throw IndexTrouble.damaged("the index in \(generation.environment.directory) has no checkpoint")
            }
            if segments[0].afterPosition <= checkpoint.position, segments[0].afterOutcome <= checkpoint.outcome {
                return IndexSnapshot(segments: segments, generation: generation, disk: disk, checkpoint: checkpoint)
            }
            // The generation was exchanged for one that lies further back.
            tail.restart(after: checkpoint)
        }
        throw EventLogError(.busy, "the index in \(directory.path) keeps changing; try again")
    }

    /// Brings the tail up to `head` and `outcome`: events that other processes appended, or that a crash left behind.
    ///
    /// Waits for no writer lock: it is called inside the log's write transaction too.
    /// - Throws: ``IndexTrouble/lagging`` when that is more than the tail may take.
    func cover<T: Transaction & ~Copyable>(
        _ head: UInt64, _ outcome: UInt64, _ transaction: borrowing T
    ) throws {
        let lag = lag(behind: head, outcome)
        guard lag > 0 else { return }
        if lag > UInt64(limits.tailEvents) { throw IndexTrouble.lagging }
        // A segment more than appends may fill: what was committed a moment ago is not to wait for the disk.
        let room = (limits.tailBytes + Tail.segmentBytes - tail.memoryBytes) / IndexEntry.memoryBytes
        try tail.extend { position, lastOutcome in
            guard position < head || lastOutcome < outcome else { return nil }
            return try Self.entries(
                log, hasher, after: position, lastOutcome, through: head, outcome, atMost: room, transaction)
        }
    }

    /// Events and outcomes that the tail does not reach yet.
    func lag(behind head: UInt64, _ outcome: UInt64) -> UInt64 {
        let end = tail.end
        return (head > end.position ? head - end.position : 0) + (outcome > end.outcome ? outcome - end.outcome : 0)
    }

    /// - Parameter most: how many there may be, give or take an event's.
    /// - Throws: ``IndexTrouble/lagging`` when there are more.
    static func entries<T: Transaction & ~Copyable>(
        _ log: LogEnvironment, _ hasher: IndexHasher, after position: UInt64, _ lastOutcome: UInt64,
        through head: UInt64, _ outcome: UInt64, atMost most: Int = .max, _ transaction: borrowing T
    ) throws -> TailExtension {
        var entries: [IndexEntry] = []
        if position < head {
            for number in position + 1...head {
                guard entries.count < most else { throw IndexTrouble.lagging }
                try log.withRecord(at: number, transaction) { hasher.appendEntries(of: $0, to: &entries) }
            }
        }
        var last = lastOutcome
        if lastOutcome < outcome {
            for number in lastOutcome + 1...outcome {
                guard entries.count < most else { throw IndexTrouble.lagging }
                // Outcomes may be dropped by position: a gap at the front is no damage.
                guard try transaction.contains(number, in: log.outcomes) else { continue }
                entries.append(hasher.entry(of: try log.outcome(number, transaction), number: number))
            }
            last = outcome
        }
        return TailExtension(entries: entries, lastPosition: max(position, head), lastOutcome: last)
    }

    /// Follows the pointer: another process may have made a new generation.
    func followGeneration() throws {
        try exchanging.withLock { _ in
            guard try !directory.isInUse(current) else { return }
            take(try Self.openSound(log, directory, hasher))
        }
    }

    /// Makes the index again from the log, unless that has been done since `damaged` was found to be so.
    func rebuild(replacing damaged: IndexGeneration) throws {
        try exchanging.withLock { _ in
            guard current === damaged else { return }
            take(try directory.rebuild(log, hasher, replacing: damaged))
        }
    }

    private func take(_ opened: (generation: IndexGeneration, checkpoint: IndexCheckpoint)) {
        generation.withLock { $0 = opened.generation }
        tail.restart(after: opened.checkpoint)
    }
}
