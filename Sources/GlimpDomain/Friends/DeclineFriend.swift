public import EventLog
public import GlimpSchemas

/// Turns an invitation down; nothing of it is left.
public struct DeclineFriend: RelationshipCommand {
    public let me: UserID
    public let other: Person

    public init(_ wire: Glimp_V1_DeclineFriend, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        other = try door.person(wire.inviter, "inviter")
    }

    public static func people(in wire: Glimp_V1_DeclineFriend) -> [String] { [wire.inviter] }

    public static let types: [EventType] = .invitations
    public static let nobody = Refusal.noInvitation

    public func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling {
        guard relationship.inviter == other else { return .refused(.noInvitation) }
        return .accepted([.friendDeclined(FriendDeclined(inviter: other, decliner: me))])
    }
}
