public import EventLog
public import GlimpSchemas

/// Changes one's address. The same one in other letters' case is no change.
public struct ChangeEmail: CallerCommand {
    public let me: UserID
    public let email: AccountRegistered.RegisteredEmail

    public init(_ wire: Glimp_V1_ChangeEmail, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        email = try .field(wire.email, door)
    }

    public var boundary: Query { Query([.addresses(me.tag), .addresses(email.hash.tag)]) }

    public var personOfDetails: UserID? { me }

    public var initialState: AccountDirectory { AccountDirectory() }

    public static func evolve(_ state: inout AccountDirectory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ directory: AccountDirectory, at now: Timestamp) -> Ruling {
        guard directory.users.contains(me) else { return .refused(.userNotFound) }
        let previous = directory.email(of: me)
        if previous == email.hash { return .nothingHappened }
        if directory.isTaken(email.hash) { return .refused(.emailTaken) }
        return .accepted([
            .emailChanged(
                EmailChanged(user: me, email: email.address, emailHash: email.hash, previousEmailHash: previous)
            )
        ])
    }
}
