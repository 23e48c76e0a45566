import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService

/// Carries a message to its receiver, once.
struct Courier: Sendable {
    let client: ReceiverClient
    let seal: PersonSeal
    let vapid: VAPIDKeyFile
    let now: @Sendable () -> Timestamp

    enum Outcome: Hashable, Sendable {
        case sent
        /// The receiver will never take this one.
        case refused(String)
        case failed(String, retryAfter: Int64?)
        /// The receiver is gone for good.
        case gone
        case notTried
    }

    func carry(_ message: Message, to subscription: OutboxSubscription) async throws -> Outcome {
        let receiver = try open(subscription)
        let url: ReceiverURL
        do {
            url = try ReceiverURL(receiver.url, allowsPlainHTTP: client.limits.allowsPlainHTTP)
        } catch {
            // It was fit when it was made: the settings have changed.
            return .failed(error.message, retryAfter: nil)
        }
        let (headers, body): ([(String, String)], [UInt8])
        switch subscription.channel {
        case .webhook:
            (headers, body) = (webhookHeaders(message, WebhookSecret(bytes: receiver.secret ?? Data())), message.body)
        case .push:
            guard message.body.count <= MessageEncryption.mostContent else {
                return .refused("it does not fit into a push message")
            }
            headers = PushHeaders.of(
                message,
                authorization: try vapid.key().authorization(
                    for: url.origin, contact: client.limits.contact, at: now()))
            body = try MessageEncryption.encrypt(message.body, for: receiver.pushKeys)
        }
        let reply = try await client.post(
            body, to: url, headers: [("user-agent", "glimp")] + headers, turn: subscription.standing.failures)
        return Self.outcome(of: reply, subscription.channel)
    }

    /// Standard Webhooks, *Verifying webhook authenticity*. The timestamp is this attempt's.
    private func webhookHeaders(_ message: Message, _ secret: WebhookSecret) -> [(String, String)] {
        let timestamp = now().seconds
        return [
            ("content-type", "application/json"), ("webhook-id", message.id), ("webhook-timestamp", "\(timestamp)"),
            ("webhook-signature", secret.signature(id: message.id, timestamp: timestamp, body: message.body)),
        ]
    }

    static func outcome(of reply: ReceiverClient.Reply, _ channel: Channel) -> Outcome {
        switch reply {
        case .failed(let reason): .failed(reason, retryAfter: nil)
        case .notTried: .notTried
        case .answered(200..<300, _): .sent
        case .answered(410, _): .gone
        // RFC 8030, section 7.3.
        case .answered(404, _) where channel == .push: .gone
        case .answered(413, _) where channel == .push: .refused("it answered 413")
        case .answered(300..<400, _): .failed("it answered with a redirect, and none is followed", retryAfter: nil)
        case .answered(let status, let retryAfter): .failed("it answered \(status)", retryAfter: retryAfter)
        }
    }

    func open(_ subscription: OutboxSubscription) throws -> Receiver {
        let bytes = try seal.open(
            subscription.sealed, of: subscription.owner, as: subscription.id.rawValue.octets)
        return try JSONDecoder().decode(Receiver.self, from: Data(bytes))
    }

    func seal(_ receiver: Receiver, as id: SubscriptionID, of owner: UserID) throws -> [UInt8] {
        try seal.seal(Array(JSONEncoder().encode(receiver)), of: owner, as: id.rawValue.octets)
    }
}
