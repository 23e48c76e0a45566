import Crypto
import EventLog
import Foundation
import GlimpDomain
import Testing

@testable import GlimpOutbox

/// What reaches a phone by way of its push service.
@Suite struct WebPushTests {
    private func subscribe(_ world: OutboxWorld, _ receiver: LoopbackReceiver, _ phone: PhoneKeys) async throws
        -> OutboxSubscription
    {
        try await world.outbox.subscribe(push: receiver.url, p256dh: phone.p256dh, auth: phone.auth, for: world.bob)
    }

    @Test func aRequestReachesThePhoneInTime() async throws {
        let world = try await OutboxWorld { $0.contact = "mailto:ops@example.org" }
        let (service, phone) = (try await LoopbackReceiver(), PhoneKeys())
        service.answers(201)
        _ = try await subscribe(world, service, phone)
        let request = try await world.ask(minutes: 10)
        world.clock.pass(seconds: 60)
        try await world.pass()
        let delivery = try #require(service.deliveries.first)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(phone.open(delivery.body))) as? [String: Any])
        let data = try #require(json["data"] as? [String: Any])
        #expect(json["type"] as? String == "glimp_requested" && data["request"] as? String == request)
        #expect(delivery.body.count <= 4_096)
        #expect(delivery.headers["ttl"] == "540" && delivery.headers["urgency"] == "high")
        #expect(delivery.headers["content-encoding"] == "aes128gcm")
        let topic = try #require(delivery.headers["topic"])
        #expect(topic.utf8.count == 32 && topic.utf8.allSatisfy { Data(base64URL: topic) != nil && $0 != 0x3D })
        #expect(!topic.contains(request))
        try checkAuthorization(delivery, world, service)
    }

    /// RFC 8292, section 2 and 3.
    private func checkAuthorization(
        _ delivery: LoopbackReceiver.Delivery, _ world: OutboxWorld, _ service: LoopbackReceiver
    ) throws {
        let fields = try #require(delivery.headers["authorization"]).split(separator: " ").map(String.init)
        #expect(fields.count == 3 && fields[0] == "vapid" && fields[1].hasPrefix("t=") && fields[1].hasSuffix(","))
        let key = try world.outbox.pushKey()
        #expect(fields[2] == "k=\(key)")
        let parts = fields[1].dropFirst(2).dropLast().split(separator: ".").map(String.init)
        let verifying = try P256.Signing.PublicKey(x963Representation: Data(base64URL: key) ?? Data())
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: Data(base64URL: parts[2]) ?? Data())
        #expect(verifying.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        let claims = try #require(
            try JSONSerialization.jsonObject(with: Data(base64URL: parts[1]) ?? Data()) as? [String: Any])
        #expect(claims["aud"] as? String == "http://127.0.0.1:\(service.port)")
        #expect(claims["sub"] as? String == "mailto:ops@example.org")
        let expires = try #require(claims["exp"] as? Int64)
        #expect(expires > world.clock.now.seconds && expires <= world.clock.now.seconds + 86_400)
    }

    @Test func whatHasNoEndIsKeptForAWeek() async throws {
        let world = try await OutboxWorld()
        let (service, phone) = (try await LoopbackReceiver(), PhoneKeys())
        _ = try await subscribe(world, service, phone)
        try await world.inviteBob()
        try await world.pass()
        let headers = try #require(service.deliveries.first?.headers)
        #expect(headers["ttl"] == "604800" && headers["urgency"] == "normal" && headers["topic"] == nil)
    }

    @Test(arguments: [404, 410]) func aPhoneThatIsGoneIsRemoved(status: Int) async throws {
        let world = try await OutboxWorld()
        let (service, phone) = (try await LoopbackReceiver(), PhoneKeys())
        service.answers(status)
        _ = try await subscribe(world, service, phone)
        try await world.inviteBob()
        try await world.pass()
        #expect(try world.outbox.allSubscriptions().isEmpty)
        #expect(try world.waiting(.push) == 0)
    }

    @Test func whatIsTooLargeIsNotTriedAgain() async throws {
        let world = try await OutboxWorld()
        let (service, phone) = (try await LoopbackReceiver(), PhoneKeys())
        service.answers(413)
        _ = try await subscribe(world, service, phone)
        try await world.inviteBob()
        try await world.pass()
        #expect(service.deliveries.count == 1)
        #expect(try world.waiting(.push) == 0)
    }

    @Test func anExpiredRequestIsNotPushed() async throws {
        let world = try await OutboxWorld()
        let (service, phone) = (try await LoopbackReceiver(), PhoneKeys())
        service.answers(503)
        _ = try await subscribe(world, service, phone)
        try await world.ask(minutes: 1)
        try await world.pass()
        service.answers(201)
        world.clock.pass(seconds: 60)
        try await world.pass()
        #expect(service.deliveries.count == 1)
    }

    @Test func subscribingAgainIsTheSameOrTakesTheNewKeys() async throws {
        let world = try await OutboxWorld()
        let (service, phone, other) = (try await LoopbackReceiver(), PhoneKeys(), PhoneKeys())
        let first = try await subscribe(world, service, phone)
        #expect(try await subscribe(world, service, phone).id == first.id)
        #expect(try await subscribe(world, service, other).id != first.id)
        #expect(try world.outbox.subscriptions(of: world.bob, .push).count == 1)
        try await world.inviteBob()
        try await world.pass()
        let delivery = try #require(service.deliveries.first)
        #expect(throws: (any Error).self) { try phone.open(delivery.body) }
        _ = try other.open(delivery.body)
    }

    @Test func aPhoneThatComesBackIsInUseAgain() async throws {
        let world = try await OutboxWorld { $0.oldestSeconds = 30 * 86_400 }
        let (service, phone) = (try await LoopbackReceiver(), PhoneKeys())
        service.answers(500)
        let made = try await subscribe(world, service, phone)
        try await world.inviteBob()
        for _ in 0..<10 {
            try await world.pass()
            world.clock.pass(seconds: 86_400)
        }
        #expect(try world.standing(made).disabled != nil)
        service.answers(201)
        let again = try await subscribe(world, service, phone)
        #expect(again.id == made.id && again.standing.disabled == nil)
        try await world.pass()
        #expect(service.deliveries.count == 11)
    }

    @Test func theKeyIsMadeOnceAndIsEverybodys() async throws {
        let world = try await OutboxWorld()
        let keys = try await withThrowingTaskGroup(of: String.self) { group in
            let directory = world.path + "/keys"
            for _ in 0..<8 { group.addTask { try VAPIDKey(in: directory).publicText } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(keys == [try world.outbox.pushKey()])
        let names = try FileManager.default.contentsOfDirectory(atPath: world.path + "/keys")
        #expect(names.count { $0.hasPrefix("vapid") } == 1)
        #expect(Data(base64URL: try world.outbox.pushKey())?.count == 65)
        try Data("no key".utf8).write(to: URL(filePath: world.path + "/keys/vapid.key"))
        #expect(throws: EventLogError.self) { try VAPIDKey(in: world.path + "/keys") }
    }
}
