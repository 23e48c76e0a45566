public import EventLog
public import GlimpSchemas

/// Chooses which kinds of notifications are pushed.
public struct SetNotificationPreferences: CallerCommand {
    public let me: UserID
    public let pushed: Set<NotificationKind>

    public init(_ wire: Glimp_V1_SetNotificationPreferences, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        let kinds = wire.pushed.compactMap(NotificationKind.init)
        pushed = Set(kinds)
        guard kinds.count == wire.pushed.count, pushed.count == kinds.count else {
            throw .invalid("pushed", "Each kind of notification is a known one and is named once.")
        }
    }

    public var boundary: Query {
        Query(types: [AccountRegistered.type, NotificationPreferencesSet.type], tags: [me.tag])
    }

    public var initialState: AccountState { AccountState() }

    public static func evolve(_ state: inout AccountState, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ profile: AccountState, at now: Timestamp) -> Ruling {
        guard profile.exists else { return .refused(.userNotFound) }
        if profile.pushed == pushed { return .nothingHappened }
        return .accepted([.notificationPreferencesSet(NotificationPreferencesSet(user: me, pushed: pushed))])
    }
}
