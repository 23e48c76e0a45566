public import FoundationEssentials

/// Names an operator for good: each of an operator's actions carries it.
public struct OperatorID: Hashable, Sendable {
    public let uuid: UUID
    public init(_ uuid: UUID) { self.uuid = uuid }
}

/// Names an operator's token. No secret: it opens nothing.
public struct OperatorTokenID: Hashable, Sendable {
    public let uuid: UUID
    public init(_ uuid: UUID) { self.uuid = uuid }
}

/// What an operator may do. Stable and extensible: compare with the static members.
public struct OperatorScope: RawRepresentable, Hashable, Sendable, Comparable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Every operator's action that changes something.
    public static let operate = OperatorScope(rawValue: "operate")
    /// Looking at everything an operator may see.
    public static let read = OperatorScope(rawValue: "read")
    /// The event log's own service.
    public static let events = OperatorScope(rawValue: "events")

    public static func < (one: OperatorScope, other: OperatorScope) -> Bool { one.rawValue < other.rawValue }
}

/// Somebody, or a service, that operates the machine: not one of its persons.
public struct Operator: Hashable, Sendable {
    public let id: OperatorID
    public let name: String
    public let scopes: Set<OperatorScope>
    public let created: Date
    /// nil: may act.
    public let revoked: Date?
}

/// A token as it is listed; what it says is shown once, when it is made.
public struct OperatorTokenListing: Hashable, Sendable {
    public let id: OperatorTokenID
    public let label: String
    public let created: Date
    /// nil: never.
    public let expires: Date?
    /// nil: it is valid.
    public let revoked: Date?
}

/// Whose a valid operator's token is.
public struct AuthenticatedOperator: Hashable, Sendable {
    public let id: OperatorID
    public let token: OperatorTokenID
    public let name: String
    public let scopes: Set<OperatorScope>
}
