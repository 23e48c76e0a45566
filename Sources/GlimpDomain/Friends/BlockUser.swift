public import EventLog
public import GlimpSchemas

/// Keeps somebody away: ends the friendship, the invitation and the open requests between the two.
public struct BlockUser: RelationshipCommand {
    public let me: UserID
    public let other: Person

    public init(_ wire: Glimp_V1_BlockUser, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        other = try door.person(wire.user, "user")
    }

    public static func people(in wire: Glimp_V1_BlockUser) -> [String] { [wire.user] }

    public static let types: [EventType] = .invitations + .friendships + .blocks + .requests
    public static let nobody = Refusal.userNotFound
    public static let otherMustExist = true

    public func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling {
        if other == me { return .refused(.toOneself) }
        if relationship.blockers.contains(me) { return .nothingHappened }
        var events: [DomainEvent] = [.userBlocked(UserBlocked(blocker: me, blocked: other))]
        switch relationship.inviter {
        case me: events.append(.invitationCancelled(InvitationCancelled(inviter: me, invited: other)))
        case nil: break
        default: events.append(.friendDeclined(FriendDeclined(inviter: other, decliner: me)))
        }
        if relationship.areFriends { events += relationship.endOfFriendship(me, other, at: now) }
        return .accepted(events)
    }
}
