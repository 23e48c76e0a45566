import EventLog
import FoundationEssentials
import GlimpDomain

/// A subscription: one receiver of one person's notifications.
package struct SubscriptionID: Identifier {
    package let rawValue: UUID
    package init(rawValue: UUID) { self.rawValue = rawValue }
}

/// How notifications reach a receiver.
package enum Channel: String, CaseIterable, Codable, Sendable {
    case webhook, push
}

/// Whose notifications go where, and how that has been going.
package struct OutboxSubscription: Sendable {
    package let id: SubscriptionID
    package let owner: UserID
    package let channel: Channel
    package let created: Timestamp
    /// Only what comes after this position is sent.
    let after: Position
    /// The ``Receiver``, sealed with the owner's key.
    let sealed: [UInt8]
    package var standing = Standing()

    /// How sending is going.
    package struct Standing: Codable, Hashable, Sendable {
        /// Attempts that have failed since the last one that did not, all for the oldest of what waits.
        package var failures = 0
        /// When the next attempt is due, in microseconds; nil: nothing waits, or it is disabled.
        package var due: Int64?
        /// When it had failed for so long that nothing is tried any more; nil: it is in use.
        package var disabled: Int64?
        /// When something was last taken by the receiver.
        package var lastSent: Int64?
        package var lastFailure: Failure?
        /// How many were given up because too many waited.
        package var givenUp = 0
    }

    package struct Failure: Codable, Hashable, Sendable {
        package var at: Int64
        /// For people. Says nothing of the receiver's URL.
        package var reason: String
    }
}

/// Where to, and with which keys. Everything of it is secret.
struct Receiver: Codable, Hashable, Sendable {
    var url: String
    /// Of a webhook: what it is signed with.
    var secret: Data?
    /// Of a Web Push subscription (RFC 8291): its public key, as an uncompressed point, and its authentication secret.
    var publicKey: Data?
    var authentication: Data?

    /// - Throws: `invalid_keys` when it is no Web Push subscription.
    var pushKeys: PushKeys {
        get throws(OutboxError) {
            try PushKeys(publicKey: publicKey ?? Data(), authentication: authentication ?? Data())
        }
    }
}
