public import FoundationEssentials

/// What every event store does: the LMDB ``EventLog`` and the in-memory store of `EventLogTesting` alike.
/// The contract suite in `EventLogTesting` holds each sentence as a test.
public protocol EventStore: Sendable {
    /// Tells this log from every other: made with it, kept for ever.
    var logID: UUID { get }

    /// The position of the last event; ``Position/beginning`` when there is none.
    func head() throws -> Position

    /// One page of the events that match `query`, in the order asked for.
    /// - Parameters:
    ///   - from: the first position looked at, itself included. nil: from the start, or the end when `backwards`.
    ///   - limit: at most this many, 1 … ``EventLogLimits/pageEvents``.
    /// - Throws: ``EventLogError``; `corrupted` names the position of a damaged record, which is never served.
    func read(_ query: Query, from: Position?, backwards: Bool, limit: Int) throws -> [SequencedEvent]

    /// Appends all of `events` or none, at consecutive positions, durably before it returns.
    /// - Throws: ``EventLogError``: `conflict`, `id_reused`, `invalid_input`, `busy`, `full`, `outcome_unknown`.
    func append(_ events: [Event], condition: AppendCondition?, context: CommandContext) async throws -> Outcome

    /// Decides a command and appends what follows, atomically. The same actor and id gets the first outcome.
    func execute<State>(_ handler: CommandHandler<State>) async throws -> Outcome

    /// Returns when the head is past `position`, or throws `CancellationError` when the task is cancelled.
    func waitForEvents(after position: Position) async throws
}

extension EventStore {
    public func read(_ query: Query, from: Position? = nil, backwards: Bool = false) throws -> [SequencedEvent] {
        try read(query, from: from, backwards: backwards, limit: EventLogLimits.pageEvents)
    }

    /// The leaf hash (32 bytes) of the event at `position`, nil when there is none. With ``logID`` it tells whether a
    /// checkpoint taken earlier belongs to this log's past.
    public func leafHash(at position: Position) throws -> [UInt8]? {
        guard let event = try read(.all, from: position, backwards: false, limit: 1).first, event.position == position
        else { return nil }
        return event.leafHash
    }
}
