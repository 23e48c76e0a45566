public import EventLog
public import GlimpSchemas

/// Ends an account for good: everything of the person's that is open ends with it, as if they had ended it.
///
/// What there is to end may be more than fits one append. Then the first part ends, and the account with the last one:
/// whoever erases sends the command again until ``AccountErased`` is in the log.
public struct EraseAccount: CallerCommand {
    /// How many events one decision may come to: the log's own limit.
    static let eventsAtOnce = 10_000

    public let user: UserID
    private let most: Int

    init(_ user: UserID, eventsAtOnce: Int) {
        self.user = user
        most = eventsAtOnce
    }

    public init(_ wire: Glimp_V1_EraseAccount, by actor: Actor?, at door: Door) throws(Refusal) {
        most = Self.eventsAtOnce
        switch actor {
        case .operator, .operatorAccount:
            guard let user = try door.person(wire.user, "user").id else { throw .userNotFound }
            self.user = user
        default:
            user = try .acting(actor)
            guard wire.hasUser, try door.person(wire.user, "user").id != user else { return }
            throw .onlyOneself
        }
    }

    public static func people(in wire: Glimp_V1_EraseAccount) -> [String] { wire.hasUser ? [wire.user] : [] }

    public var boundary: Query { Query([QueryItem(types: OpenMatters.types, tags: [user.tag])]) }

    public var initialState: OpenMatters { OpenMatters(of: user) }

    public static func evolve(_ state: inout OpenMatters, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ open: OpenMatters, at now: Timestamp) -> Ruling {
        guard open.isRegistered else { return .refused(.userNotFound) }
        if open.isErased { return .nothingHappened }
        let endings = open.endings(by: user, at: now)
        guard endings.count < most else {
            return .accepted(Array(endings.prefix(most - 1)))
        }
        return .accepted(endings + [.accountErased(AccountErased(user: user, emailHash: open.emailHash))])
    }
}

extension Refusal {
    static let onlyOneself = Refusal("not_yours", "Only an operator can erase somebody else.")
}
