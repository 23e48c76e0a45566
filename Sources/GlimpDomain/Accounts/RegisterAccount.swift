public import EventLog
public import GlimpSchemas

/// Makes an account. Its actor is the new username: there is no other name for who asks.
public struct RegisterAccount: CallerCommand {
    public let user: UserID
    public let username: Username
    public let usernameHash: KeyedHash<Username>
    public let email: AccountRegistered.RegisteredEmail?
    public let displayName: DisplayName?

    public init(_ wire: Glimp_V1_RegisterAccount, by actor: Actor?, at door: Door) throws(Refusal) {
        user = try door.id(wire.hasUserID ? wire.userID : nil, "user_id")
        username = try Username.field(wire.username)
        usernameHash = door.hasher.hash(username)
        email = wire.hasEmail ? try .field(wire.email, door) : nil
        displayName = wire.hasDisplayName ? try DisplayName.field(wire.displayName) : nil
    }

    public func envelopeActor(_ actor: Actor) -> Actor { .registration(usernameHash) }

    public var boundary: Query {
        var items: [QueryItem] = [
            .account(user),
            QueryItem(types: [AccountRegistered.type], tags: [usernameHash.tag]),
        ]
        if let email { items.append(.addresses(email.hash.tag)) }
        return Query(items)
    }

    public var personOfDetails: UserID? { user }

    public var initialState: AccountDirectory { AccountDirectory() }

    public static func evolve(_ state: inout AccountDirectory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ directory: AccountDirectory, at now: Timestamp) -> Ruling {
        if directory.users.contains(user) { return .refused(.idInUse([user.description])) }
        if directory.usernames.contains(usernameHash) { return .refused(.usernameTaken) }
        if let email, directory.isTaken(email.hash) { return .refused(.emailTaken) }
        return .accepted([
            .accountRegistered(
                AccountRegistered(
                    user: user,
                    username: username.description,
                    usernameHash: usernameHash,
                    email: email,
                    displayName: displayName?.description
                )
            )
        ])
    }
}
