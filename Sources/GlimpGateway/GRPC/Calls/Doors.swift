import Credentials
import GRPCCore
import GlimpDomain
import GlimpService

/// Lets persons in, by the session that their metadata names.
struct PersonDoor: Sendable {
    let credentials: CredentialStore
    let limits: RequestLimits

    /// Who is signed in and makes a request.
    /// - Throws: what ``session(_:)`` throws; ``LimitReached``.
    func person(_ metadata: Metadata) throws -> UserID {
        let person = try session(metadata)
        try limits.take(person)
        return person
    }

    /// Who sends commands, in the session that they come in.
    /// - Throws: as ``person(_:)``.
    func sender(_ metadata: Metadata) throws -> CommandBus.Sender {
        let session = try credentials.authenticate(try AccessToken(metadata.bearerToken()))
        let person = UserID(rawValue: session.person)
        try limits.take(person)
        return .actor(.user(person), session: session.session.uuid)
    }

    /// Who is signed in, now. Long streams ask again, so that a revoked session ends them.
    /// - Throws: ``CallFailure`` and `CredentialsError`: `invalid_credentials`, `session_expired`, `session_revoked`.
    func session(_ metadata: Metadata) throws -> UserID {
        let token = try AccessToken(metadata.bearerToken())
        return UserID(rawValue: try credentials.authenticate(token).person)
    }
}

/// Lets services in that may use the event log on its own.
struct ServiceDoor: Sendable {
    let credentials: CredentialStore

    /// A service's token, as a call shows it.
    func token(_ metadata: Metadata) throws -> OperatorToken { try OperatorToken(metadata.bearerToken()) }

    /// Who a token's service is, now. Long streams ask again, so that a revoked token ends them.
    /// - Throws: ``CallFailure`` and `CredentialsError`: `invalid_credentials`, `session_expired`, `session_revoked`;
    ///   `scope_required`.
    @discardableResult
    func service(_ token: OperatorToken) throws -> AuthenticatedOperator {
        let service = try credentials.operators.authenticate(token)
        guard service.scopes.contains(.events) else {
            throw CallFailure("scope_required", "the token lacks the scope `\(OperatorScope.events.rawValue)`")
        }
        return service
    }
}
