import GlimpDomain
import GlimpOutbox
import GlimpService
import HTTPTypes
import Hummingbird

/// Where one's notifications are sent: webhooks, and phones by way of their push services.
struct SubscriptionEndpoints: EndpointRoom {
    private let interface: Interface
    private var outbox: Outbox { interface.outbox }

    init(_ interface: Interface) { self.interface = interface }

    private struct Webhook: Decodable { var url: String }

    /// What a browser's `PushSubscription.toJSON()` gives.
    private struct Push: Decodable {
        struct Keys: Decodable {
            var p256dh: String
            var auth: String
        }
        var endpoint: String
        var keys: Keys
    }

    private struct List: Encodable { var items: [SubscriptionJSON] }
    private struct PushKey: Encodable { var key: String }

    private struct Trial: Encodable {
        var taken: Bool
        var reason: String?
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "/v1/me/webhooks", id: "createWebhook",
                summary: "Send one's notifications to a webhook; the secret is told once.",
                body: .init(shape: .named("NewWebhook", .object([.required("url", .text)]))),
                answers: [made], problems: [.unprocessableContent, .conflict], respond: createWebhook),
            Endpoint(
                method: .post, path: "/v1/me/push", id: "createPush",
                summary: "Push one's notifications to this phone or browser; the same again changes nothing.",
                body: .init(
                    shape: .named(
                        "NewPush",
                        .object([
                            .required("endpoint", .text),
                            .required("keys", .object([.required("p256dh", .text), .required("auth", .text)])),
                        ]))),
                answers: [made], problems: [.unprocessableContent, .conflict], respond: createPush),
            Endpoint(
                method: .get, path: "/v1/push/key", id: "pushKey",
                summary: "What a browser subscribes with: its `applicationServerKey`.",
                answers: [
                    .init(
                        status: .ok, summary: "The key, in base64url.",
                        content: .init(shape: .named("PushKey", .object([.required("key", .text)]))))
                ], respond: { [outbox] _ in try JSONAnswer.response(PushKey(key: try outbox.pushKey())) }),
        ] + endpoints(of: .webhook, "/v1/me/webhooks", "Webhook") + endpoints(of: .push, "/v1/me/push", "Push")
    }

    private var made: Endpoint.Answer {
        .init(status: .created, summary: "It is made.", content: .init(shape: .subscription), headers: ["Location"])
    }

    private func endpoints(of channel: Channel, _ path: String, _ name: String) -> [Endpoint] {
        let parameters = [
            Endpoint.Parameter(
                name: "subscription", place: .path, summary: "Its id.", shape: .id, isRequired: true)
        ]
        let done = Endpoint.Answer(status: .noContent, summary: "Done.")
        return [
            Endpoint(
                method: .get, path: path, id: "list\(name)", summary: "One's subscriptions, oldest first.",
                answers: [
                    .init(
                        status: .ok, summary: "They and how they are going.",
                        content: .init(shape: .object([.required("items", .list(.subscription))])))
                ], respond: { try list($0, channel) }),
            Endpoint(
                method: .post, path: path + "/{subscription}/test", id: "test\(name)", summary: "Send a ping.",
                parameters: parameters,
                answers: [
                    .init(
                        status: .ok, summary: "Whether it was taken.",
                        content: .init(
                            shape: .named(
                                "Trial", .object([.required("taken", .boolean), .optional("reason", .text)]))))
                ], problems: [.notFound], respond: { try await test($0, channel) }),
            Endpoint(
                method: .post, path: path + "/{subscription}/enable", id: "enable\(name)",
                summary: "Go on at once with one that failed.", parameters: parameters, answers: [done],
                problems: [.notFound],
                respond: { call in
                    try await outbox.enable(try subscription(call, channel))
                    return Response(status: .noContent)
                }),
            Endpoint(
                method: .delete, path: path + "/{subscription}", id: "delete\(name)", summary: "Send nothing more.",
                parameters: parameters, answers: [done], problems: [.notFound],
                respond: { call in
                    try await outbox.remove(try subscription(call, channel))
                    return Response(status: .noContent)
                }),
        ]
    }

    private func createWebhook(_ call: Call) async throws -> Response {
        let me = try call.person.user
        let body = try await call.json(Webhook.self, interface.configuration)
        let (item, secret) = try await outbox.subscribe(webhook: body.url, for: me)
        return try created(item, at: "/v1/me/webhooks", secret: secret)
    }

    private func createPush(_ call: Call) async throws -> Response {
        let me = try call.person.user
        let body = try await call.json(Push.self, interface.configuration)
        let item = try await outbox.subscribe(
            push: body.endpoint, p256dh: body.keys.p256dh, auth: body.keys.auth, for: me)
        return try created(item, at: "/v1/me/push")
    }

    private func created(_ item: OutboxSubscription, at path: String, secret: String? = nil) throws -> Response {
        let json = SubscriptionJSON(item, url: try outbox.url(of: item), secret: secret)
        var response = try JSONAnswer.response(json, status: .created)
        response.headers[.location] = "\(path)/\(item.id)"
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func list(_ call: Call, _ channel: Channel) throws -> Response {
        let items = try outbox.subscriptions(of: try call.person.user, channel)
        return try JSONAnswer.response(
            List(items: items.map { SubscriptionJSON($0, url: try outbox.url(of: $0)) }))
    }

    private func test(_ call: Call, _ channel: Channel) async throws -> Response {
        let reason = try await outbox.ping(try subscription(call, channel))
        return try JSONAnswer.response(Trial(taken: reason == nil, reason: reason))
    }

    /// - Throws: 404, also for what is somebody else's.
    private func subscription(_ call: Call, _ channel: Channel) throws -> OutboxSubscription {
        let me = try call.person.user
        guard let id = SubscriptionID(try call.path("subscription")) else {
            throw Problem("subscription_not_found", "There is no such subscription.")
        }
        return try outbox.subscription(id, channel, of: me)
    }
}

extension Shape {
    fileprivate static let subscription = Shape.named(
        "Subscription",
        .object([
            .required("subscription", .id), .optional("url", .text), .optional("secret", .text),
            .required("created", .moment), .required("state", .string(oneOf: ["active", "failing", "disabled"])),
            .required("failures", .count), .optional("nextAttempt", .moment), .optional("lastSent", .moment),
            .optional("lastFailure", .moment), .optional("lastReason", .text), .required("givenUp", .count),
        ]))
}
