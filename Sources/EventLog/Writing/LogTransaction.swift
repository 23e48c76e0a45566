import FoundationEssentials
import LMDB

/// The log's write transaction: what commands are decided and appended in. Lives on the writer thread.
public struct LogTransaction: ~Copyable {
    private let index: Index
    private let log: LogEnvironment
    private var write: WriteTransaction
    private let now: @Sendable () -> Timestamp
    private let startHead: UInt64
    private let startOutcome: UInt64
    private(set) var head: UInt64
    private(set) var lastOutcome: UInt64
    private var lastTime: Timestamp
    /// What this transaction has added; joins the tail once it is committed.
    let pending: TailSegment
    /// Taken when something is first looked up; covers the log as it was when the transaction began, and `pending`.
    private var snapshot: IndexSnapshot?
    private var hasSnapshot = false

    /// Waits for the write lock and begins.
    static func begin(_ index: Index, now: @escaping @Sendable () -> Timestamp) throws -> LogTransaction {
        let log = index.log
        let write = try log.environment.beginWrite()
        let head = try log.head(write)
        let lastOutcome = try log.lastOutcome(write)
        let lastTime =
            head == 0 ? Timestamp(microseconds: .min) : try log.withRecord(at: head, write) { $0.time }
        return LogTransaction(index, write, now: now, head: head, lastOutcome: lastOutcome, lastTime: lastTime)
    }

    private init(
        _ index: Index, _ write: consuming WriteTransaction, now: @escaping @Sendable () -> Timestamp, head: UInt64,
        lastOutcome: UInt64, lastTime: Timestamp
    ) {
        self.index = index
        log = index.log
        self.write = write
        self.now = now
        startHead = head
        startOutcome = lastOutcome
        self.head = head
        self.lastOutcome = lastOutcome
        self.lastTime = lastTime
        pending = TailSegment(afterPosition: head, afterOutcome: lastOutcome)
        snapshot = nil
    }

    var hasher: IndexHasher { index.hasher }

    /// Grows with everything added; equal marks mean that nothing was.
    var mark: UInt64 { head + lastOutcome }
    var hasChanges: Bool { mark != startHead + startOutcome }

    /// The time of an event appended now: never earlier than the last one's.
    public func time(notBefore requested: Timestamp? = nil) -> Timestamp { max(requested ?? now(), lastTime) }

    /// The last event's time; nil when the log is empty.
    public var lastEventTime: Timestamp? { head == 0 ? nil : lastTime }

    /// Throws `invalid_input` when `time` precedes the last event's: time never runs backwards in a log.
    func requireNotPast(_ time: Timestamp) throws(EventLogError) {
        if time < lastTime { throw .past(time, lastTime) }
    }

    consuming func commit() throws(LMDBError) { try write.commit() }

    /// Appends sealed records and their index entries.
    mutating func append(_ events: [Event], context: CommandContext, at time: Timestamp) throws -> Outcome {
        let encoded = try EncodedAppend(events, context: context)
        return try append(encoded, eventIDs: events.map(\.id), at: time)
    }

    mutating func append(_ encoded: EncodedAppend, eventIDs: [UUID], at time: Timestamp) throws -> Outcome {
        let first = head + 1
        var entries: [IndexEntry] = []
        entries.reserveCapacity(encoded.count * 5)
        encoded.seal(first: first, time: time)
        let records = encoded.bytes
        for number in 0..<encoded.count {
            let bytes = records.span.bytes.extracting(encoded.range(number))
            try write.append(bytes, for: first + UInt64(number), in: log.events)
            index.hasher.appendEntries(of: RecordView(checked: bytes), to: &entries)
        }
        head += UInt64(encoded.count)
        lastTime = time
        pending.append(entries, lastPosition: head, lastOutcome: lastOutcome)
        return Outcome(
            result: .appended(first: Position(first), last: Position(head), eventIDs: eventIDs),
            position: Position(head))
    }

    /// Notes that a command with an id came to nothing, so that a retry comes to the same.
    mutating func note(_ refusal: Refusal?, context: CommandContext) throws -> Outcome {
        var refusal = refusal
        if let id = context.id {
            let row = OutcomeRow(
                actor: context.actor, commandID: id, bodyDigest: context.bodyDigest, position: head, refusal: refusal)
            try write.append(row.encoded(), for: lastOutcome + 1, in: log.outcomes)
            lastOutcome += 1
            // What a retry will get.
            refusal = row.refusal
            pending.append(
                [index.hasher.entry(of: row, number: lastOutcome)], lastPosition: head, lastOutcome: lastOutcome)
        }
        return Outcome(result: refusal.map(Outcome.Result.refused) ?? .nothingToAppend, position: Position(head))
    }

    /// The outcome of an earlier command of this actor and id.
    /// - Parameter after: look only at what came after this event and this outcome.
    mutating func receipt(
        _ context: CommandContext, after: (position: UInt64, outcome: UInt64) = (0, 0)
    ) throws -> Outcome? {
        guard context.id != nil, head > after.position || lastOutcome > after.outcome else { return nil }
        try takeSnapshot()
        switch snapshot {
        case .some(let snapshot):
            return try Receipts.find(context, after: after, snapshot, index, write)
        case .none:
            return nil
        }
    }

    /// Calls `body` with the matching events after `position`, those added in this transaction included.
    mutating func forEachMatch(
        _ plan: QueryPlan, after position: UInt64, _ body: (borrowing RecordView) throws -> Bool
    ) throws {
        guard position < head else { return }
        if plan.items == nil {
            return try Matches.forEachEvent(in: position + 1...head, backwards: false, log, write, body)
        }
        try takeSnapshot()
        switch snapshot {
        case .some(let snapshot):
            try Matches.forEach(
                plan, in: position + 1...head, backwards: false, page: 1_024, snapshot, log, write, body)
        case .none:
            return
        }
    }

    private mutating func takeSnapshot() throws {
        guard !hasSnapshot else { return }
        var taken = try index.snapshot(covering: startHead, startOutcome, write)
        taken.segments.append(pending)
        snapshot = consume taken
        hasSnapshot = true
    }
}
