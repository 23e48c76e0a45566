public import EventLog

/// What somebody wants, and the rules for it: which events matter, how they fold, what follows.
///
/// Pure: the time comes with the call, ids come with the command.
public protocol GlimpCommand: Sendable {
    associatedtype State: Sendable

    /// The events that the decision depends on, and no others.
    var boundary: Query { get }
    /// Whose details the events have that it may come to; nil: none of them has any.
    var personOfDetails: UserID? { get }
    var initialState: State { get }
    static func evolve(_ state: inout State, _ event: DomainEvent)
    /// - Parameter now: when the command is accepted.
    func decide(_ state: State, at now: Timestamp) -> Ruling
}

extension GlimpCommand {
    public var personOfDetails: UserID? { nil }

    /// The command in the form that an event store executes.
    /// - Parameters:
    ///   - eventIDs: the ids for what it appends.
    ///   - seal: for details of ``personOfDetails``.
    public func handler(
        context: CommandContext, eventIDs: EventIDs, sealing seal: DetailsSeal
    ) -> CommandHandler<Folded<State>> {
        CommandHandler(
            context: context,
            boundary: boundary,
            initialState: Folded(state: initialState),
            evolve: { folded, event in folded.apply(event, Self.evolve) },
            decide: { folded, now in
                if let unreadable = folded.unreadable { throw unreadable }
                switch decide(folded.state, at: now) {
                case .accepted(let events):
                    return .accepted(try events.enumerated().map { try $1.event(id: eventIDs[$0], sealing: seal) })
                case .refused(let refusal):
                    return .refused(refusal)
                }
            }
        )
    }
}

/// A decider's state, and the first event of its boundary that could not be read.
public struct Folded<State: Sendable>: Sendable {
    var state: State
    var unreadable: UnreadableEvent?

    mutating func apply(_ event: SequencedEvent, _ evolve: (inout State, DomainEvent) -> Void) {
        guard unreadable == nil else { return }
        do throws(EventDecodingError) {
            evolve(&state, try DomainEvent(event))
        } catch {
            unreadable = UnreadableEvent(position: event.position, reason: error)
        }
    }
}

/// A decision needs an event that can't be read: nothing is decided, and no outcome is kept.
public struct UnreadableEvent: Error, Hashable, Sendable, CustomStringConvertible {
    public let position: Position
    public let reason: EventDecodingError

    public var description: String { "the event at position \(position) can't be read: \(reason)" }
}
