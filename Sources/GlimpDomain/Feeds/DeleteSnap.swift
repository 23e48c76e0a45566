public import EventLog
public import GlimpSchemas

/// Takes a snap out of its feed: the poster, or an operator.
public struct DeleteSnap: CallerCommand {
    public let snap: SnapID
    /// nil: an operator.
    public let me: UserID?

    public init(_ wire: Glimp_V1_DeleteSnap, by actor: Actor?, at door: Door) throws(Refusal) {
        switch actor {
        case .operator, .operatorAccount: me = nil
        default: me = try .acting(actor)
        }
        snap = try .field(wire.snap, "snap")
    }

    public var boundary: Query { Query([.posting(of: snap)] + (me.map { [.blocks(of: $0)] } ?? [])) }

    public struct State: Sendable {
        fileprivate var posted: SnapPosted?
        fileprivate var blocks = Blocks()
    }

    public var initialState: State { State() }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        switch event {
        case .snapPosted(let event): state.posted = event
        case .snapDeleted: state.posted = nil
        default: state.blocks.evolve(event)
        }
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard let posted = state.posted, me.map({ !state.blocks.hasBlocked(posted.poster, $0) }) ?? true else {
            return .refused(.snapNotFound)
        }
        guard me == nil || me == posted.poster else { return .refused(.notYourSnap) }
        return .accepted([.snapDeleted(SnapDeleted(snap: snap, feed: posted.feed, poster: posted.poster))])
    }
}
