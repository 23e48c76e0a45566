public import EventLog
public import GlimpSchemas

/// Marks what one was told as read, up to a position of the log. What was read stays read.
public struct MarkNotificationsRead: CallerCommand {
    public let me: UserID
    /// The last one that is read, itself included.
    public let position: Position

    /// Beyond the last event nobody can have read anything: there is nothing yet that could be told.
    public init(_ wire: Glimp_V1_MarkNotificationsRead, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        position = Position(wire.position)
        guard position > .beginning, position <= door.head else {
            throw .invalid("position", "A position is that of an event: 1 or more, and at most the last one's.")
        }
    }

    public static let namesPosition = true

    public var boundary: Query {
        Query(types: [AccountRegistered.type, NotificationsRead.type], tags: [me.tag])
    }

    public struct State: Sendable {
        fileprivate var isRegistered = false
        fileprivate var readThrough = Position.beginning
    }

    public var initialState: State { State() }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        switch event {
        case .accountRegistered: state.isRegistered = true
        case .accountErased: state.isRegistered = false
        case .notificationsRead(let event): state.readThrough = max(state.readThrough, event.position)
        default: break
        }
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard state.isRegistered else { return .refused(.userNotFound) }
        guard position > state.readThrough else { return .nothingHappened }
        return .accepted([.notificationsRead(NotificationsRead(user: me, position: position))])
    }
}
