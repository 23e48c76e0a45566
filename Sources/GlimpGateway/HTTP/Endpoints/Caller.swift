import Credentials
import GlimpDomain
import HTTPTypes
import Hummingbird

/// Who calls, by the token that came with the request.
enum Caller: Sendable {
    case nobody
    case person(UserID, SessionID)
    case `operator`(AuthenticatedOperator)

    /// Reads `Authorization: Bearer …`. Looked up anew with each request: what was revoked in any process does not hold.
    /// - Throws: `invalid_credentials`, `session_expired`, `session_revoked` for a token that is there and not valid.
    init(_ request: Request, _ credentials: CredentialStore) throws {
        guard let text = request.headers[.authorization] else {
            self = .nobody
            return
        }
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].utf8.count == 6, parts[0].lowercased() == "bearer" else {
            throw Problem("invalid_credentials", "`Authorization` is not of the form `Bearer TOKEN`.")
        }
        let token = String(parts[1])
        if let token = try? OperatorToken(token) {
            self = .operator(try credentials.operators.authenticate(token))
        } else {
            let session = try credentials.authenticate(try AccessToken(token))
            self = .person(UserID(rawValue: session.person), session.session)
        }
    }

    /// - Throws: 401 when nobody is signed in, 403 `actor_required` when it is no person.
    func requirePerson() throws(Problem) -> (user: UserID, session: SessionID) {
        switch self {
        case .person(let user, let session): return (user, session)
        case .nobody: throw .signInFirst
        case .operator: throw Problem("actor_required", "Only a person can do this; sign in as one.")
        }
    }

    /// - Throws: 401 when nobody is signed in, 403 `scope_required`.
    func requireOperator(_ scope: OperatorScope) throws(Problem) -> AuthenticatedOperator {
        switch self {
        case .operator(let someone) where someone.scopes.contains(scope): return someone
        case .nobody: throw .signInFirst
        default:
            throw Problem("scope_required", "This needs an operator with the scope `\(scope.rawValue)`.")
        }
    }
}

extension Problem {
    static let signInFirst = Problem("invalid_credentials", "Sign in first: POST /v1/sessions.")
}
