public import EventLog
public import GlimpSchemas

/// Ends a friendship, and with it what the two have asked each other for.
public struct RemoveFriend: RelationshipCommand {
    public let me: UserID
    public let other: Person

    public init(_ wire: Glimp_V1_RemoveFriend, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        other = try door.person(wire.friend, "friend")
    }

    public static func people(in wire: Glimp_V1_RemoveFriend) -> [String] { [wire.friend] }

    public static let types: [EventType] = .friendships + .requests
    public static let nobody = Refusal.notFriends(["friend"])

    public func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling {
        guard relationship.areFriends else { return .refused(.notFriends([self.other.subject])) }
        return .accepted(relationship.endOfFriendship(me, other, at: now))
    }
}
