public import FoundationEssentials

/// A session as its person sees it in a list.
public struct Session: Hashable, Sendable {
    public let id: SessionID
    public let created: Date
    /// As exact as ``CredentialsOptions/lastSeenPrecision``.
    public let lastSeen: Date
    /// When it ends unless it is refreshed.
    public let expires: Date
    /// What the client called itself.
    public let label: String
}

/// What a client is given when a session is opened or refreshed.
public struct SessionGrant: Hashable, Sendable {
    public let session: SessionID
    public let accessToken: AccessToken
    public let refreshToken: RefreshToken
    /// How long the access token is valid.
    public let expiresIn: Duration
    /// How long the refresh token is.
    public let refreshExpiresIn: Duration
}

/// Whose a valid access token is.
public struct Authenticated: Hashable, Sendable {
    public let person: UUID
    public let session: SessionID
    /// When the access token ends. Whoever serves a long stream asks again.
    public let expires: Date
}
