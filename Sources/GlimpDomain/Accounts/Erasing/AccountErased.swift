public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A person is no more: what they could end has ended, their key is destroyed, and with it everything of theirs is
/// unreadable. Their username stays taken, by nobody.
public struct AccountErased: PlainEventBody {
    public static let type: EventType = "AccountErased"
    public let user: UserID
    /// Of the address that became free.
    public let emailHash: KeyedHash<EmailAddress>?

    public init(user: UserID, emailHash: KeyedHash<EmailAddress>?) {
        self.user = user
        self.emailHash = emailHash
    }

    public init(_ wire: Glimp_V1_AccountErased) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        emailHash = wire.hasEmailHash ? try KeyedHash(stored: wire.emailHash, "email_hash") : nil
    }

    public var wire: Glimp_V1_AccountErased {
        .with {
            $0.user = user.description
            if let emailHash { $0.emailHash = emailHash.description }
        }
    }

    public var tags: [Tag] { [user.tag] + (emailHash.map { [$0.tag] } ?? []) }
}
