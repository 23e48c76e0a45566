public import EventLog
public import GlimpSchemas

/// Becomes friends with somebody who asked.
public struct AcceptFriend: RelationshipCommand {
    public let me: UserID
    public let other: Person

    public init(_ wire: Glimp_V1_AcceptFriend, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        other = try door.person(wire.inviter, "inviter")
    }

    public static func people(in wire: Glimp_V1_AcceptFriend) -> [String] { [wire.inviter] }

    public static let types: [EventType] = .invitations
    public static let nobody = Refusal.noInvitation

    public func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling {
        guard relationship.inviter == other else { return .refused(.noInvitation) }
        return .accepted([.friendAccepted(FriendAccepted(inviter: other, accepter: me))])
    }
}
