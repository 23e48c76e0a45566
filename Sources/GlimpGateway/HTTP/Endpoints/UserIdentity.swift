import Credentials
import GlimpDomain

/// The person who is signed in, and the session.
struct UserIdentity: Sendable {
    let user: UserID
    let session: SessionID
}
