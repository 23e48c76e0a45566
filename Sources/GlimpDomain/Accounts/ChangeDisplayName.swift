public import EventLog
public import GlimpSchemas

/// Changes the name one is shown with. Deciders don't read names, so the same one again is a change too.
public struct ChangeDisplayName: CallerCommand {
    public let me: UserID
    public let displayName: DisplayName

    public init(_ wire: Glimp_V1_ChangeDisplayName, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        displayName = try DisplayName.field(wire.displayName)
    }

    public var boundary: Query { Query([.account(me)]) }

    public var personOfDetails: UserID? { me }

    public var initialState: AccountState { AccountState() }

    public static func evolve(_ state: inout AccountState, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ profile: AccountState, at now: Timestamp) -> Ruling {
        guard profile.exists else { return .refused(.userNotFound) }
        return .accepted([.displayNameChanged(DisplayNameChanged(user: me, displayName: displayName.description))])
    }
}
