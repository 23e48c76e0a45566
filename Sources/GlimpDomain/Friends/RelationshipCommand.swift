public import EventLog

/// A command about the one who acts and one other person.
public protocol RelationshipCommand: CallerCommand where State == Relationship {
    var me: UserID { get }
    var other: Person { get }
    /// What of their history matters.
    static var types: [EventType] { get }
    /// The refusal when nobody has the name that was given, or the id where ``otherMustExist``.
    static var nobody: Refusal { get }
    /// Whether the other one's account is asked for. What lies between two people shows by itself that both exist.
    static var otherMustExist: Bool { get }
    func decide(_ relationship: Relationship, with other: UserID, at now: Timestamp) -> Ruling
}

extension RelationshipCommand {
    public static var otherMustExist: Bool { false }

    public var boundary: Query {
        var items: [QueryItem] = [.account(me)]
        if let other = other.id {
            if Self.otherMustExist { items.append(.account(other)) }
            items.append(.between(Pair(me, other), Self.types))
        }
        return Query(items)
    }

    public var initialState: Relationship { Relationship() }

    public static func evolve(_ state: inout Relationship, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ relationship: Relationship, at now: Timestamp) -> Ruling {
        guard relationship.registered.contains(me) else { return .refused(.userNotFound) }
        guard let other = other.id, !Self.otherMustExist || relationship.registered.contains(other) else {
            return .refused(Self.nobody)
        }
        return decide(relationship, with: other, at: now)
    }
}
