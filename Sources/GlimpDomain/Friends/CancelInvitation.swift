public import EventLog
public import GlimpSchemas

/// Takes back an invitation that is open.
public struct CancelInvitation: RelationshipCommand {
    public let me: UserID
    public let other: Person

    public init(_ wire: Glimp_V1_CancelInvitation, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        other = try door.person(wire.invited, "invited")
    }

    public static func people(in wire: Glimp_V1_CancelInvitation) -> [String] { [wire.invited] }

    public static let types: [EventType] = .invitations
    public static let nobody = Refusal.noInvitation

    public func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling {
        guard relationship.inviter == me else { return .refused(.noInvitation) }
        return .accepted([.invitationCancelled(InvitationCancelled(inviter: me, invited: other))])
    }
}
