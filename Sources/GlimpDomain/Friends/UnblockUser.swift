public import EventLog
public import GlimpSchemas

/// Lets somebody come near again; what blocking ended stays ended.
public struct UnblockUser: RelationshipCommand {
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
        return .accepted([.userUnblocked(UserUnblocked(blocker: me, blocked: other))])
    }
}
