import Credentials
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpOutbox
import GlimpService

/// A session as an archive tells of it: no token, and nothing that is made of one.
private struct ExportedSession: Encodable, Sendable {
    var label: String
    var created: String
    var lastSeen: String
    var expires: String

    init(_ session: Session) {
        label = session.label
        created = Self.text(session.created)
        lastSeen = Self.text(session.lastSeen)
        expires = Self.text(session.expires)
    }

    private static func text(_ date: Date) -> String {
        Timestamp(seconds: Int64(date.timeIntervalSince1970)).rfc3339
    }
}

extension GlimpDirectory {
    /// Everything that a person has, what credentials and outbox know of them included, to be written as one archive.
    /// - Parameters:
    ///   - credentials: nil: nobody has any, because the directory was never served.
    ///   - outbox: nil: likewise.
    /// - Throws: `user_not_found`; what reading throws.
    package func export(
        of user: UserID, _ credentials: CredentialStore?, _ outbox: Outbox?
    ) async throws -> AccountExport {
        let sessions = try credentials?.sessions(of: user.rawValue) ?? []
        func subscriptions(_ channel: Channel) throws -> [SubscriptionJSON] {
            guard let outbox else { return [] }
            return try outbox.subscriptions(of: user, channel).map {
                SubscriptionJSON($0, url: try outbox.url(of: $0))
            }
        }
        return try await export(
            of: user,
            holdings: [
                ExportHolding(.sessions, sessions.map(ExportedSession.init)),
                ExportHolding(.webhooks, try subscriptions(.webhook)),
                ExportHolding(.phones, try subscriptions(.push)),
            ])
    }
}
