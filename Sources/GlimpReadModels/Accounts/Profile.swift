public import EventLog
public import GlimpDomain

/// A person as others see them.
public struct Profile: Hashable, Sendable {
    public var userID: UserID
    public var username: String
    /// Empty: none, the username is shown instead.
    public var displayName: String
    public var picture: Photo?
    public var registeredAt: Timestamp
    /// In the own view only.
    public var email: String?
}

/// A person in a list.
public struct PersonSummary: Hashable, Sendable {
    public var userID: UserID
    /// Empty when the accounts have stopped before this person's, and of who was erased.
    public var username: String
    public var displayName: String
    public var picture: Photo?
    /// Whether the person was erased: nothing of theirs is known any more.
    public var isErased = false
}
