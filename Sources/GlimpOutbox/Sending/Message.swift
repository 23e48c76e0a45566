import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpReadModels
import GlimpService

/// What a receiver is told, made when it is sent: of the notification as its owner sees it at that moment.
struct Message: Sendable {
    /// Of this subscription and event the same in each attempt and each process, so that the receiver knows a repeat.
    /// No position: after a restored log that is another event's.
    let id: String
    /// JSON.
    let body: [UInt8]
    /// nil: a ping.
    let kind: NotificationKind?
    /// Of a request for a glimp.
    var request: GlimpRequestID?
    /// How long it may still be answered.
    var secondsLeft: Int64?

    /// The form that Standard Webhooks suggests.
    private struct Body<Content: Encodable>: Encodable {
        var type: String
        var timestamp: String
        var user: String
        var data: Content
    }

    private struct Nothing: Encodable {}

    init(_ notification: UserNotification, of event: UUID, to subscription: OutboxSubscription) throws {
        id = "\(subscription.id)-\(event.canonicalText)"
        kind = notification.kind
        request = notification.kind == .glimpRequested ? notification.request : nil
        secondsLeft = notification.secondsLeft
        body = try Self.encode(
            Body(
                type: notification.kind.name, timestamp: notification.at.description,
                user: subscription.owner.description, data: NotificationJSON(notification)))
    }

    /// Says that a subscription works.
    init(pinging subscription: OutboxSubscription, at now: Timestamp) throws {
        id = "\(subscription.id)-ping-\(FreshID.make().canonicalText)"
        kind = nil
        body = try Self.encode(
            Body(
                type: "ping", timestamp: now.description, user: subscription.owner.description, data: Nothing()))
    }

    private static func encode(_ body: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(body))
    }
}
