public import EventLog
public import GlimpSchemas

/// Lets somebody come near again; what blocking ended stays ended.
public struct UnblockUser: RelationshipCommand {
    /// How often one can let the same person come near again.
    public static let mostTimes = 20

    public let me: UserID
    public let other: Person

    public init(_ wire: Glimp_V1_UnblockUser, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        other = try door.person(wire.user, "user")
    }

    public static func people(in wire: Glimp_V1_UnblockUser) -> [String] { [wire.user] }

    public static let types: [EventType] = .blocks
    public static let nobody = Refusal.userNotFound
    public static let otherMustExist = true

    public func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling {
        guard relationship.blockers.contains(me) else { return .nothingHappened }
        // Every block is among the events that decide what the other one may do: there must be an end to them, and
        // keeping somebody away is what nobody may be refused.
        if relationship.unblocks(by: me) >= Self.mostTimes { return .refused(.unblockedTooOften) }
        return .accepted([.userUnblocked(UserUnblocked(blocker: me, blocked: other))])
    }
}
