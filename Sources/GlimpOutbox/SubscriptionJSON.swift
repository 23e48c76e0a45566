import EventLog
import GlimpDomain

/// A subscription as programs see it. Absent values are left out.
package struct SubscriptionJSON: Encodable, Sendable {
    package var subscription: String
    /// Whose; for operators.
    package var user: String?
    /// Where to; for its owner.
    package var url: String?
    /// Of a new webhook, once.
    package var secret: String?
    package var created: String
    /// `active`, `failing` or `disabled`.
    package var state: String
    package var failures: Int
    package var nextAttempt: String?
    package var lastSent: String?
    package var lastFailure: String?
    package var lastReason: String?
    package var givenUp: Int

    package init(_ item: OutboxSubscription, user: String? = nil, url: String? = nil, secret: String? = nil) {
        subscription = item.id.description
        self.user = user
        self.url = url
        self.secret = secret
        created = item.created.description
        let standing = item.standing
        state = standing.disabled != nil ? "disabled" : standing.failures > 0 ? "failing" : "active"
        failures = standing.failures
        nextAttempt = Self.text(standing.due)
        lastSent = Self.text(standing.lastSent)
        lastFailure = Self.text(standing.lastFailure?.at)
        lastReason = standing.lastFailure?.reason
        givenUp = standing.givenUp
    }

    private static func text(_ moment: Int64?) -> String? { moment.map { Timestamp(microseconds: $0).description } }
}
