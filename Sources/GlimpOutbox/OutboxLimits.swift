import EventLog

/// What goes out at most, and where to.
public struct OutboxLimits: Sendable {
    /// Deliveries at once, over all subscriptions; of one subscription one.
    public var atOnce = 8
    /// Seconds that a receiver may take to answer.
    public var attemptSeconds = 15
    /// What may wait for one subscription; the oldest goes for another.
    public var waiting = 1_000
    public var subscriptionsOfPerson = 20
    /// What happened longer ago than this is not sent any more. Long enough for the last attempt (``Gaps``).
    public var oldestSeconds = 4 * 86_400
    /// Whether receivers may be called without TLS.
    public var allowsPlainHTTP = false
    /// Whether receivers may have addresses that are not public: loopback, private, link-local.
    public var allowsPrivateAddresses = false
    /// Whom push services may turn to: `mailto:…` or `https://…`; empty: they are not told.
    public var contact = ""

    public init() {}

    /// What happened before is not sent.
    func oldest(at now: Timestamp) -> Timestamp { now + -Int64(oldestSeconds) }
}
