public import EventLog
public import GlimpSchemas

/// Asks somebody to be friends; becomes friends at once with whom asked first.
public struct InviteFriend: RelationshipCommand {
    public let me: UserID
    public let other: Person

    public init(_ wire: Glimp_V1_InviteFriend, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        other = try door.person(wire.friend, "friend")
    }

    public static func people(in wire: Glimp_V1_InviteFriend) -> [String] { [wire.friend] }

    public static let types: [EventType] = .invitations + .friendships + .blocks
    public static let nobody = Refusal.userNotFound
    public static let otherMustExist = true

    public func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling {
        // Whoever blocked me looks as if they were not there.
        if relationship.blockers.contains(other) { return .refused(.userNotFound) }
        if other == me { return .refused(.toOneself) }
        if relationship.blockers.contains(me) { return .refused(.blocked) }
        if relationship.areFriends { return .refused(.alreadyFriends) }
        switch relationship.inviter {
        case me: return .refused(.alreadyInvited)
        case nil: return .accepted([.friendInvited(FriendInvited(inviter: me, invited: other))])
        default: return .accepted([.friendAccepted(FriendAccepted(inviter: other, accepter: me))])
        }
    }
}
