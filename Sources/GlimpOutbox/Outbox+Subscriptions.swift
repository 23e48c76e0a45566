import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import Synchronization

extension Outbox {
    /// Sends a person's notifications to a webhook from now on.
    /// - Returns: the subscription, and the secret that its messages are signed with, which is not shown again.
    /// - Throws: ``OutboxError``.
    package func subscribe(webhook url: String, for owner: UserID) async throws -> (OutboxSubscription, secret: String)
    {
        let secret = WebhookSecret.random()
        let receiver = Receiver(url: try fit(url), secret: secret.bytes)
        return (try await add(receiver, .webhook, for: owner), secret.text)
    }

    /// Pushes a person's notifications to a phone or a browser from now on. The same again changes nothing.
    /// - Parameters:
    ///   - endpoint: the push service's URL for it.
    ///   - p256dh: its public key, in base64url.
    ///   - auth: its authentication secret, in base64url.
    /// - Throws: ``OutboxError``.
    package func subscribe(
        push endpoint: String, p256dh: String, auth: String, for owner: UserID
    ) async throws -> OutboxSubscription {
        let keys = try PushKeys(p256dh: p256dh, auth: auth)
        let receiver = Receiver(
            url: try fit(endpoint), publicKey: keys.publicKey.x963Representation, authentication: keys.authentication)
        for known in try subscriptions(of: owner, .push) {
            let old = try courier.open(known)
            if old == receiver {
                // A phone that comes back after its service was away for days is in use again.
                if known.standing.disabled != nil { try await enable(known) }
                return try subscription(known.id, of: owner)
            }
            // It has other keys now.
            if old.url == receiver.url { try await remove(known) }
        }
        return try await add(receiver, .push, for: owner)
    }

    /// What phones subscribe with: `applicationServerKey`, in base64url.
    package func pushKey() throws -> String { try courier.vapid.key().publicText }

    /// - Returns: the URL as it will be called.
    /// - Throws: `invalid_url`; of a name it is found out only when it is called where it leads.
    private func fit(_ text: String) throws(OutboxError) -> String {
        let url = try ReceiverURL(text, allowsPlainHTTP: limits.allowsPlainHTTP)
        if let address = IPAddress(url.host), address.isNowhere || !(limits.allowsPrivateAddresses || address.isPublic)
        {
            throw OutboxError(.invalidURL, "The URL has an address that is not public.")
        }
        return url.text
    }

    private func add(_ receiver: Receiver, _ channel: Channel, for owner: UserID) async throws -> OutboxSubscription {
        let store = try store()
        let id = SubscriptionID(rawValue: FreshID.make())
        let (created, after) = (now(), try glimp.log.head())
        return try await threads.run { [courier, limits] in
            let subscription = OutboxSubscription(
                id: id, owner: owner, channel: channel, created: created, after: after,
                sealed: try courier.seal(receiver, as: id, of: owner))
            try store.add(subscription, most: limits.subscriptionsOfPerson) { other in
                try other.channel == channel && courier.open(other).url == receiver.url
            }
            return subscription
        }
    }

    /// A person's, oldest first.
    package func subscriptions(of owner: UserID, _ channel: Channel) throws -> [OutboxSubscription] {
        try store().subscriptions(of: owner).filter { $0.channel == channel }
    }

    /// Everybody's, oldest first.
    package func allSubscriptions() throws -> [OutboxSubscription] { try store().allSubscriptions() }

    /// Where a subscription's messages go. For its owner's eyes.
    package func url(of subscription: OutboxSubscription) throws -> String { try courier.open(subscription).url }

    /// - Parameter owner: nil: whosever it is.
    /// - Throws: `subscription_not_found`.
    package func subscription(_ id: SubscriptionID, _ channel: Channel? = nil, of owner: UserID?) throws
        -> OutboxSubscription
    {
        guard let found = try store().subscription(id), owner == nil || found.owner == owner,
            channel == nil || found.channel == channel
        else { throw OutboxError(.subscriptionNotFound, "There is no such subscription.") }
        return found
    }

    /// Removes a subscription, and what waits for it.
    package func remove(_ subscription: OutboxSubscription) async throws {
        let store = try store()
        _ = try await threads.run { try store.remove(subscription.id) }
    }

    /// Removes everything of a person: where their messages would go, and what waits for them.
    package func removeEverything(of owner: UserID) async throws {
        // Nobody has ever subscribed where there is no outbox, and it must not be made for this.
        guard FileSystem.exists(directory) else { return }
        let store = try store()
        for subscription in try store.subscriptions(of: owner) {
            _ = try await threads.run { try store.remove(subscription.id) }
        }
    }

    /// Goes on with a subscription that was disabled, or waits for its next attempt, at once.
    package func enable(_ subscription: OutboxSubscription) async throws {
        let (store, now) = (try store(), now)
        _ = try await threads.run { try store.enable(subscription.id, now: now()) }
    }

    /// Sends a ping to a subscription's receiver, whatever its standing.
    /// - Returns: what is wrong; nil: it was taken.
    /// - Throws: `busy`.
    package func ping(_ subscription: OutboxSubscription) async throws -> String? {
        let owner = subscription.owner
        let isFree = trials.withLock { $0.count < Self.mostTrials && $0.insert(owner).inserted }
        guard isFree else { throw OutboxError(.busy, "Too many subscriptions are being tried; try again later.") }
        defer { _ = trials.withLock { $0.remove(owner) } }
        switch try await courier.carry(try Message(pinging: subscription, at: now()), to: subscription) {
        case .sent: return nil
        case .failed(let reason, _), .refused(let reason): return reason
        case .notTried: throw OutboxError(.busy, "Too many names are being looked up; try again later.")
        case .gone: return "it answered 410: at the next notification the subscription is removed"
        }
    }
}
