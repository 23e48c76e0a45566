import EventLog
import Foundation
import GlimpDomain
import GlimpService
import Testing

@testable import GlimpOutbox

/// What reaches a webhook, and what does not.
@Suite struct WebhookTests {
    @Test func eachOfTheFourKindsReachesWhomItIsFor() async throws {
        let world = try await OutboxWorld()
        let (adas, bobs) = (try await LoopbackReceiver(), try await LoopbackReceiver())
        _ = try await world.outbox.subscribe(webhook: adas.url, for: world.ada)
        _ = try await world.outbox.subscribe(webhook: bobs.url, for: world.bob)
        let request = try await world.ask()
        try await world.pass()
        try await world.answer(request)
        try await world.send("InviteFriend", #"{"friend":"eve"}"#, as: "ada")
        try await world.send("AcceptFriend", #"{"inviter":"ada"}"#, as: "eve")
        try await world.send("InviteFriend", #"{"friend":"bob"}"#, as: "eve")
        try await world.pass()
        #expect(try adas.deliveries.map { try $0.json["type"] as? String } == ["glimp_answered", "friend_accepted"])
        #expect(try bobs.deliveries.map { try $0.json["type"] as? String } == ["glimp_requested", "friend_invited"])
        try await world.pass()
        #expect(adas.deliveries.count == 2 && bobs.deliveries.count == 2)
        #expect(try world.waiting() == 0)
    }

    @Test func itSaysWhatItsOwnerMaySeeAndIsSigned() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        let (subscription, text) = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        let request = try await world.ask()
        world.clock.pass(seconds: 60)
        try await world.pass()
        let delivery = try #require(receiver.deliveries.first)
        #expect(delivery.path == "/hook?a=b" && delivery.headers["content-type"] == "application/json")
        let data = try #require(try delivery.json["data"] as? [String: Any])
        #expect(try delivery.json["user"] as? String == world.bob.description)
        #expect(data["request"] as? String == request && data["secondsLeft"] as? Int == 3_540)
        #expect((data["who"] as? [String: Any])?["username"] as? String == "ada")
        let position = try #require(data["position"] as? Int)
        let event = try #require(
            try world.glimp.log.read(.all, from: Position(UInt64(position)), backwards: false, limit: 1).first)
        #expect(delivery.id == "\(subscription.id)-\(event.id.uuidString.lowercased())")

        let secret = WebhookSecret(bytes: try #require(Data(base64Encoded: String(text.dropFirst("whsec_".count)))))
        let timestamp = try #require(delivery.headers["webhook-timestamp"].flatMap { Int64($0) })
        #expect(timestamp == world.clock.now.seconds)
        #expect(
            delivery.headers["webhook-signature"]
                == secret.signature(id: try #require(delivery.id), timestamp: timestamp, body: delivery.body))
    }

    @Test func historyIsNotSent() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        // Before the outbox was made, and while it was not looked at.
        try await world.ask()
        try world.outbox.open()
        try await world.send("InviteFriend", #"{"friend":"bob"}"#, as: "eve")
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.pass()
        #expect(receiver.deliveries.isEmpty)
        try await world.inviteBob()
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
    }

    @Test func whatHappenedLongAgoIsNotSent() async throws {
        let world = try await OutboxWorld { $0.oldestSeconds = 3_600 }
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.send("InviteFriend", #"{"friend":"bob"}"#, as: "eve")
        world.clock.pass(seconds: 3_601)
        try await world.pass()
        #expect(receiver.deliveries.isEmpty)
        #expect(try world.waiting() == 0)
        try await world.inviteBob()
        world.clock.pass(seconds: 3_600)
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
    }

    private struct Failed: Error {}

    @Test(arguments: [true, false]) func anImportOfThePastIsNotSent(isWhole: Bool) async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        // Nobody has looked at this one yet, and it is none of the past.
        try await world.answer(try await world.ask())
        do {
            try await world.outbox.passingOver {
                try await world.answer(try await world.ask())
                // A server that looks now can't tell.
                await #expect(throws: EventLogError.self) { try await world.outbox.reactor().catchUp() }
                if !isWhole { throw Failed() }
            }
        } catch is Failed {}
        try await world.answer(try await world.ask())
        try await world.pass()
        let answered = try world.glimp.log.read(Query(types: [GlimpAnswered.type], tags: [])).map(\.position.rawValue)
        #expect(try receiver.deliveries.compactMap { try $0.position } == [answered[0], answered[2]].map { Int($0) })
    }

    @Test func anImportThatWasKilledHoldsWhatIsNewUntilItIsRunAgain() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        try await world.outbox.passingOver {
            try await world.answer(try await world.ask())
            // The mark that a killed process leaves.
            try FileManager.default.copyItem(atPath: world.path + "/outbox", toPath: world.path + ".killed")
        }
        try world.replaceOutbox(with: world.path + ".killed")
        await #expect(throws: EventLogError.self) { try await world.pass() }
        try await world.outbox.passingOver {}
        try await world.answer(try await world.ask())
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
    }

    @Test(arguments: ["expired", "answered", "declined", "cancelled", "blocked", "unwanted"])
    func whatIsOverWhenItIsSentIsNotSent(how: String) async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        let request = try await world.ask()
        try await world.react()
        #expect(try world.waiting() == 1)
        switch how {
        case "expired": world.clock.pass(seconds: 3_600)
        case "answered": try await world.answer(request)
        case "declined": try await world.send("DeclineGlimp", #"{"request":"\#(request)"}"#, as: "bob")
        case "cancelled": try await world.send("CancelGlimpRequest", #"{"request":"\#(request)"}"#, as: "ada")
        case "blocked": try await world.send("BlockUser", #"{"user":"ada"}"#, as: "bob")
        default:
            try await world.send(
                "SetNotificationPreferences", #"{"pushed":["NOTIFICATION_KIND_FRIEND_INVITED"]}"#, as: "bob")
        }
        try await world.pass()
        #expect(receiver.deliveries.isEmpty)
        #expect(try world.waiting() == 0)
        try await world.inviteBob()
        try await world.pass()
        #expect(try receiver.deliveries.map { try $0.json["type"] as? String } == ["friend_invited"])
    }

    @Test func rebuildingSendsNothingAgain() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.ask()
        try await world.pass()
        for group in ["accounts", "collections", "expiry"] {
            try FileManager.default.removeItem(atPath: "\(world.path)/projections/\(group)")
        }
        try FileManager.default.removeItem(atPath: world.path + "/index")
        try world.reopen()
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
    }

    @Test func aNotificationThatWaitsIsSentAfterARestart() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.ask()
        try await world.react()
        try world.reopen()
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
        try world.reopen()
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
    }

    @Test func anotherLogsPositionsAreForgotten() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        receiver.answers(500)
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        let backup = world.path + ".backup"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        try FileManager.default.copyItem(atPath: world.path + "/log", toPath: backup)
        try await world.ask()
        try await world.pass()
        #expect(try world.waiting() == 1)
        // An older log is restored, in which something else happened at that position.
        try world.replaceLog(with: backup)
        try await world.send("InviteFriend", #"{"friend":"bob"}"#, as: "eve")
        receiver.answers(200)
        world.clock.pass(seconds: 100)
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
        #expect(try world.waiting() == 0)
        try await world.inviteBob()
        try await world.pass()
        #expect(receiver.deliveries.count == 2)
    }
}
