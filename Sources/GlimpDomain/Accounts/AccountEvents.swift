public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A person has an account from now on, under a username that stays taken for ever.
public struct AccountRegistered: PersonalEventBody {
    public static let type: EventType = "AccountRegistered"
    public let user: UserID
    public let usernameHash: KeyedHash<Username>
    public let emailHash: KeyedHash<EmailAddress>?
    public let details: Personal<AccountDetails>

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
        self.usernameHash = usernameHash
        emailHash = email?.hash
        details = .clear(AccountDetails(username: username, email: email?.address, displayName: displayName))
    }

    public init(_ wire: Glimp_V1_AccountRegistered) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        usernameHash = try KeyedHash(stored: wire.usernameHash, "username_hash")
        emailHash = wire.hasEmailHash ? try KeyedHash(stored: wire.emailHash, "email_hash") : nil
        details = try Personal(stored: wire.details)
    }

    public var person: UserID { user }

    public var outline: Glimp_V1_AccountRegistered {
        .with {
            $0.user = user.description
            $0.usernameHash = usernameHash.description
            if let emailHash { $0.emailHash = emailHash.description }
        }
    }

    public var tags: [Tag] { [user.tag, usernameHash.tag] + (emailHash.map { [$0.tag] } ?? []) }
}

/// A person has another e-mail address, or none any more.
public struct EmailChanged: PersonalEventBody {
    public static let type: EventType = "EmailChanged"
    public let user: UserID
    public let emailHash: KeyedHash<EmailAddress>
    /// Of the address that became free.
    public let previousEmailHash: KeyedHash<EmailAddress>?
    public let details: Personal<EmailDetails>

    public init(
        user: UserID,
        email: String,
        emailHash: KeyedHash<EmailAddress>,
        previousEmailHash: KeyedHash<EmailAddress>?
    ) {
        self.user = user
        details = .clear(EmailDetails(email: email))
        self.emailHash = emailHash
        self.previousEmailHash = previousEmailHash
    }

    public init(_ wire: Glimp_V1_EmailChanged) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        emailHash = try KeyedHash(stored: wire.emailHash, "email_hash")
        details = try Personal(stored: wire.details)
        previousEmailHash =
            wire.hasPreviousEmailHash ? try KeyedHash(stored: wire.previousEmailHash, "previous_email_hash") : nil
    }

    public var person: UserID { user }

    public var outline: Glimp_V1_EmailChanged {
        .with {
            $0.user = user.description
            $0.emailHash = emailHash.description
            if let previousEmailHash { $0.previousEmailHash = previousEmailHash.description }
        }
    }

    /// The former address too: whoever asks whether it is taken must see that it became free.
    public var tags: [Tag] { [user.tag, emailHash.tag] + (previousEmailHash.map { [$0.tag] } ?? []) }
}
