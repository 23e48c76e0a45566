public import FoundationEssentials

/// What every event store does: the LMDB ``EventLog`` and the in-memory store of `EventLogTesting` alike.
/// The contract suite in `EventLogTesting` holds each sentence as a test.
public protocol EventStore: Sendable {
    /// Tells this log from every other: made with it, kept for ever.
    var logID: UUID { get }

    /// The position of the last event; ``Position/beginning`` when there is none.
    func head() throws -> Position

    /// The next of the events that match `query`, in the order asked for: at most `limit`, and none after the one that
    /// brings their stored bytes to ``EventLogLimits/pageBytes``.
    /// - Parameters:
    ///   - from: the first position looked at, itself included. nil: from the start, or the end when `backwards`.
    ///   - limit: 1 … ``EventLogLimits/pageEvents``.
    /// - Throws: ``EventLogError``; `corrupted` names the position of a damaged record, which is never served.
    func page(_ query: Query, from: Position?, backwards: Bool, limit: Int) throws -> EventPage

    /// Appends all of `events` or none, at consecutive positions, durably before it returns.
    /// - Throws: ``EventLogError``: `conflict`, `id_reused`, `invalid_input`, `busy`, `full`, `outcome_unknown`.
    @discardableResult
    func append(_ events: [Event], condition: AppendCondition?, context: CommandContext) async throws -> Outcome

    /// Decides a command and appends what follows, atomically. The same actor and id gets the first outcome.
    @discardableResult
    func execute<State>(_ handler: CommandHandler<State>) async throws -> Outcome

    /// Returns when the head is past `position`, or throws `CancellationError` when the task is cancelled.
    func waitForEvents(after position: Position) async throws
}

extension EventStore {
    /// The first `limit` of the events that match, all in one array, however large their payloads. For what may be
    /// much, use ``page(_:from:backwards:limit:)`` or ``subscribe(_:after:pageSize:)``.
    /// - Parameters:
    ///   - from: the first position looked at, itself included. nil: from the start, or the end when `backwards`.
    ///   - limit: 1 … ``EventLogLimits/pageEvents``.
    /// - Throws: what ``page(_:from:backwards:limit:)`` throws.
    public func read(
        _ query: Query, from: Position? = nil, backwards: Bool = false, limit: Int = EventLogLimits.pageEvents
    ) throws -> [SequencedEvent] {
        var page = try page(query, from: from, backwards: backwards, limit: limit)
        var events = page.events
        while let next = page.next, events.count < limit {
            page = try self.page(query, from: next, backwards: backwards, limit: limit - events.count)
            events += page.events
        }
        return events
    }

    /// The leaf hash (32 bytes) of the event at `position`, nil when there is none. With ``logID`` it tells whether a
    /// checkpoint taken earlier belongs to this log's past.
    public func leafHash(at position: Position) throws -> [UInt8]? {
        guard let event = try read(.all, from: position, limit: 1).first, event.position == position
        else { return nil }
        return event.leafHash
    }
}
