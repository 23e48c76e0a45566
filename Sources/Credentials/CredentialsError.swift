/// Why credentials were not accepted, or could not be read or written. Never says a name, a password or a token.
public struct CredentialsError: Error, Hashable, Sendable {
    /// Stable and extensible: compare with the static members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No such person, a wrong password, an unknown token: one answer for all.
        public static let invalidCredentials = Code(rawValue: "invalid_credentials")
        /// A new password is too short or too long.
        public static let invalidPassword = Code(rawValue: "invalid_password")
        /// The token's time is over, or it was replaced by a refresh.
        public static let sessionExpired = Code(rawValue: "session_expired")
        /// The session was ended: by its person, by a changed password, or because an old refresh token came back.
        public static let sessionRevoked = Code(rawValue: "session_revoked")
        /// Too many failures before this attempt; it was not looked at. See ``CredentialsError/retryAfter``.
        public static let tooManyAttempts = Code(rawValue: "too_many_attempts")
        /// Too much is waiting. Nothing was done; try again later.
        public static let busy = Code(rawValue: "busy")
        /// The operating system refused, or there is no room.
        public static let inputOutput = Code(rawValue: "io_error")
        /// The files are damaged, or do not belong to the key they were opened with.
        public static let corrupted = Code(rawValue: "corrupted")
        /// The directory was written by a newer version.
        public static let newerFormat = Code(rawValue: "newer_format")
        /// There is no such session, operator or token to be revoked.
        public static let notFound = Code(rawValue: "not_found")
        /// An operator's name, scope or label is out of bounds or taken.
        public static let invalidInput = Code(rawValue: "invalid_input")
    }

    public var code: Code
    /// What, where, and what to do.
    public var message: String
    /// With ``Code/tooManyAttempts``: how long until an attempt is looked at again.
    public var retryAfter: Duration?

    public init(_ code: Code, _ message: String, retryAfter: Duration? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension CredentialsError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}

extension CredentialsError {
    static let wrong = CredentialsError(.invalidCredentials, "the credentials are not valid")
    static let expired = CredentialsError(.sessionExpired, "the session or its token has expired")
    static let revoked = CredentialsError(.sessionRevoked, "the session was ended")

    static func damaged(_ what: String) -> CredentialsError {
        CredentialsError(.corrupted, "\(what) is damaged: restore credentials/ from a backup")
    }
}
