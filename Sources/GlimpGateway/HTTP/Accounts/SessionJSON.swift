import Credentials
import EventLog
import FoundationEssentials
import GlimpDomain

/// The tokens of a session, as they are given out.
struct GrantJSON: Encodable {
    var userId: String
    var username: String?
    var session: String
    var accessToken: String
    var refreshToken: String
    var expiresIn: Int64
    var position: UInt64?

    init(_ grant: SessionGrant, _ user: UserID, username: String? = nil, position: Position? = nil) {
        userId = user.description
        self.username = username
        session = grant.session.uuid.canonicalText
        accessToken = grant.accessToken.text
        refreshToken = grant.refreshToken.text
        expiresIn = grant.expiresIn.components.seconds
        self.position = position?.rawValue
    }

    static let shape = Shape.named(
        "Grant",
        .object([
            .required("userId", .id), .optional("username", .text), .required("session", .id),
            .required("accessToken", .text), .required("refreshToken", .text),
            .required("expiresIn", .integer(minimum: 0)), .optional("position", .position),
        ]))
}

struct SessionJSON: Encodable {
    var session: String
    var label: String
    var created: String
    var lastSeen: String
    var expires: String
    var isCurrent: Bool

    init(_ session: Session, current: SessionID) {
        self.session = session.id.uuid.canonicalText
        label = session.label
        created = Self.text(session.created)
        lastSeen = Self.text(session.lastSeen)
        expires = Self.text(session.expires)
        isCurrent = session.id == current
    }

    private static func text(_ date: Date) -> String {
        Timestamp(seconds: Int64(date.timeIntervalSince1970)).description
    }

    static let shape = Shape.named(
        "Session",
        .object([
            .required("session", .id), .required("label", .text), .required("created", .moment),
            .required("lastSeen", .moment), .required("expires", .moment), .required("isCurrent", .boolean),
        ]))
}
