/// Why a subscription could not be made, found or tried.
package struct OutboxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable: part of the interface.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// No URL that is sent to.
        package static let invalidURL = Code(rawValue: "invalid_url")
        /// The keys of a Web Push subscription are none.
        package static let invalidKeys = Code(rawValue: "invalid_keys")
        /// The same person has a subscription for this URL.
        package static let alreadySubscribed = Code(rawValue: "already_subscribed")
        package static let tooManySubscriptions = Code(rawValue: "too_many_subscriptions")
        package static let subscriptionNotFound = Code(rawValue: "subscription_not_found")
        /// Too many subscriptions are being tried.
        package static let busy = Code(rawValue: "busy")
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code.rawValue): \(message)" }
}
