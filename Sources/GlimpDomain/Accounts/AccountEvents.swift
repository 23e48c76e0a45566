public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A person has an account from now on, under a username that stays taken for ever.
public struct AccountRegistered: EventBody {
    public static let type: EventType = "AccountRegistered"
    public let user: UserID
    public let username: String
    public let usernameHash: KeyedHash<Username>
    public let email: RegisteredEmail?
    public let displayName: String?

    /// An address and the hash by which it is found.
    public struct RegisteredEmail: Hashable, Sendable {
        public let address: String
        public let hash: KeyedHash<EmailAddress>

        public init(address: String, hash: KeyedHash<EmailAddress>) {
            self.address = address
            self.hash = hash
        }
    }

    public init(
        user: UserID,
        username: String,
        usernameHash: KeyedHash<Username>,
        email: RegisteredEmail?,
        displayName: String?
    ) {
        self.user = user
        self.username = username
        self.usernameHash = usernameHash
        self.email = email
        self.displayName = displayName
    }

    public init(_ wire: Glimp_V1_AccountRegistered) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        username = wire.username
        usernameHash = try KeyedHash(stored: wire.usernameHash, "username_hash")
        email =
            wire.hasEmailHash
            ? RegisteredEmail(address: wire.email, hash: try KeyedHash(stored: wire.emailHash, "email_hash")) : nil
        displayName = wire.hasDisplayName ? wire.displayName : nil
    }

    public var wire: Glimp_V1_AccountRegistered {
        .with {
            $0.user = user.description
            $0.username = username
            $0.usernameHash = usernameHash.description
            if let email {
                $0.email = email.address
                $0.emailHash = email.hash.description
            }
            if let displayName { $0.displayName = displayName }
        }
    }

    public var tags: [Tag] { [user.tag, usernameHash.tag] + (email.map { [$0.hash.tag] } ?? []) }
}

/// A person has another e-mail address, or none any more.
public struct EmailChanged: EventBody {
    public static let type: EventType = "EmailChanged"
    public let user: UserID
    public let email: String
    public let emailHash: KeyedHash<EmailAddress>
    /// Of the address that became free.
    public let previousEmailHash: KeyedHash<EmailAddress>?

    public init(
        user: UserID,
        email: String,
        emailHash: KeyedHash<EmailAddress>,
        previousEmailHash: KeyedHash<EmailAddress>?
    ) {
        self.user = user
        self.email = email
        self.emailHash = emailHash
        self.previousEmailHash = previousEmailHash
    }

    public init(_ wire: Glimp_V1_EmailChanged) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        email = wire.email
        emailHash = try KeyedHash(stored: wire.emailHash, "email_hash")
        previousEmailHash =
            wire.hasPreviousEmailHash ? try KeyedHash(stored: wire.previousEmailHash, "previous_email_hash") : nil
    }

    public var wire: Glimp_V1_EmailChanged {
        .with {
            $0.user = user.description
            $0.email = email
            $0.emailHash = emailHash.description
            if let previousEmailHash { $0.previousEmailHash = previousEmailHash.description }
        }
    }

    /// The former address too: whoever asks whether it is taken must see that it became free.
    public var tags: [Tag] { [user.tag, emailHash.tag] + (previousEmailHash.map { [$0.tag] } ?? []) }
}
