public import EventLog

/// Tests a decider without a store: given what happened, when a command comes, then this is decided.
///
/// The command's boundary takes part. Each given event must lie within it, or the store would not show it to the
/// decider; each event elsewhere must lie outside, or the boundary holds more than it must.
public struct GivenWhenThen: Sendable {
    private let given: [Event]
    private let elsewhere: [Event]

    /// - Parameters:
    ///   - given: what the decision depends on, in order.
    ///   - elsewhere: what it must not depend on.
    public init(given: [Event], elsewhere: [Event] = []) {
        self.given = given
        self.elsewhere = elsewhere
    }

    /// What is decided.
    /// - Parameter now: when the command is accepted.
    /// - Throws: ``WrongBoundary``; ``EventLogError`` when a log would not take a given event, or what follows; and what
    ///   the decider throws.
    public func when<State>(_ handler: CommandHandler<State>, at now: Timestamp) throws -> Decision {
        for event in given where !handler.boundary.matches(type: event.type, tags: event.tags) {
            throw WrongBoundary.misses(event)
        }
        for event in elsewhere where handler.boundary.matches(type: event.type, tags: event.tags) {
            throw WrongBoundary.reaches(event)
        }
        var state = handler.initialState
        for event in try stored(given, by: CommandContext(actor: "given"), at: now) { handler.evolve(&state, event) }
        let decision = try handler.decide(state, now)
        if case .accepted(let events) = decision { _ = try stored(events, by: handler.context, at: now) }
        return decision
    }

    /// The events as a log keeps them, so that what no log would take does not pass here.
    private func stored(
        _ events: [Event], by context: CommandContext, at time: Timestamp
    ) throws(EventLogError) -> [SequencedEvent] {
        if events.isEmpty { return [] }
        return try SequencedEvent.make(events, context: context, first: Position(1), time: time)
    }
}

/// A boundary that does not fit the events of a test.
public enum WrongBoundary: Error, Hashable, Sendable, CustomStringConvertible {
    /// It does not hold an event that was given.
    case misses(Event)
    /// It holds an event that must not matter.
    case reaches(Event)

    public var description: String {
        switch self {
        case .misses(let event): "the boundary misses \(event.type) \(event.tags)"
        case .reaches(let event): "the boundary reaches \(event.type) \(event.tags)"
        }
    }
}
