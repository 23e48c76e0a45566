public import EventLog
public import FoundationEssentials
public import GlimpSchemas

/// Uses up the view that one has of a snap, and may fetch its picture for it, once and soon.
///
/// The poster has one like everybody else.
public struct OpenSnap: CallerCommand {
    /// How long the picture may be fetched.
    public static let seconds: Int64 = 60

    public let me: UserID
    public let snap: SnapID
    /// Who may fetch it; nil: any session of mine.
    public let session: UUID?

    public init(_ wire: Glimp_V1_OpenSnap, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        snap = try .field(wire.snap, "snap")
        session = door.session
    }

    public var boundary: Query {
        Query([.account(me), .posting(of: snap), .view(of: snap, by: me), .blocks(of: me)])
    }

    public struct State: Sendable {
        fileprivate var account = AccountState()
        fileprivate var snap: SnapHistory
    }

    public var initialState: State { State(snap: SnapHistory(snap, for: me)) }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        state.account.evolve(event)
        state.snap.evolve(event)
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard state.account.exists else { return .refused(.userNotFound) }
        guard let posted = state.snap.visible else { return .refused(.snapNotFound) }
        if state.snap.isBlockedByMe { return .refused(.blocked) }
        guard state.snap.view == nil else { return .refused(.snapAlreadyViewed) }
        let fetchBy = Timestamp(microseconds: now.microseconds + OpenSnap.seconds * 1_000_000)
        return .accepted([
            .snapViewed(
                SnapViewed(snap: snap, poster: posted.poster, viewer: me, fetchBy: fetchBy, session: session))
        ])
    }
}
