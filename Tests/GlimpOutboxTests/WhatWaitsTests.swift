import EventLog
import Foundation
import GlimpDomain
import GlimpService
import Synchronization
import Testing

@testable import GlimpOutbox

/// What waits for a receiver, and what does not.
@Suite struct WhatWaitsTests {
    /// Ada publishes a photo; eve likes it and takes it back, five times.
    private func likes(in world: OutboxWorld) async throws {
        let digest = Data(repeating: 7, count: 32).base64EncodedString()
        let photo = UUID().uuidString.lowercased()
        try await world.send(
            "PublishPhoto",
            #"""
            {"photo":{"media":"\#(UUID().uuidString)","sha256":"\#(digest)","mime":"image/png","width":9,"height":9,
            "bytes":9},"title":"A bench","photoId":"\#(photo)"}
            """#, as: "ada")
        for _ in 0..<5 {
            try await world.send("LikePhoto", #"{"photo":"\#(photo)"}"#, as: "eve")
            try await world.send("UnlikePhoto", #"{"photo":"\#(photo)"}"#, as: "eve")
        }
    }

    @Test func whatNobodyWantsPushesNothingOut() async throws {
        let world = try await OutboxWorld { $0.waiting = 3 }
        let receiver = try await LoopbackReceiver()
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        try await world.answer(try await world.ask())
        try await likes(in: world)
        try await world.react()
        #expect(try world.waiting() == 1 && world.standing(subscription).givenUp == 0)
        // Whoever wants them has them wait.
        try await world.send(
            "SetNotificationPreferences", #"{"pushed":["NOTIFICATION_KIND_PHOTO_LIKED"]}"#, as: "ada")
        try await likes(in: world)
        try await world.react()
        #expect(try world.waiting() == 3)
    }

    @Test func whatHasWaitedForTooLongIsNotSent() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        receiver.answers(500)
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        try await world.answer(try await world.ask())
        for _ in 0..<12 {
            try await world.pass()
            world.clock.pass(seconds: 86_400)
        }
        let attempts = receiver.deliveries.count
        receiver.answers(200)
        try await world.outbox.enable(subscription)
        try await world.pass()
        #expect(receiver.deliveries.count == attempts)
        #expect(try world.waiting() == 0)
    }

    @Test func oneWithSlowReceiversLeavesPlacesToOthers() async throws {
        let world = try await OutboxWorld {
            $0.attemptSeconds = 60
            $0.atOnce = 4
        }
        let (slow, quick) = (try await LoopbackReceiver(), try await LoopbackReceiver())
        slow.saysNothing()
        for number in 0..<6 {
            _ = try await world.outbox.subscribe(webhook: slow.url + "&n=\(number)", for: world.ada)
        }
        _ = try await world.outbox.subscribe(webhook: quick.url, for: world.bob)
        try await world.answer(try await world.ask())
        try await world.inviteBob()
        try await world.react()
        let sending = Task { [outbox = world.outbox] in try await outbox.sender().sendDue() }
        try await poll { slow.deliveries.count == 1 && quick.deliveries.count == 1 }
        sending.cancel()
        _ = await sending.result
        #expect(slow.deliveries.count == 1)
    }

    @Test func aPersonHasAQuarterOfThePlaces() throws {
        var turns = SendingTurns(of: 8)
        let (ada, bob) = (UserID(rawValue: UUID()), UserID(rawValue: UUID()))
        func subscription(of owner: UserID) -> OutboxSubscription {
            OutboxSubscription(
                id: SubscriptionID(rawValue: UUID()), owner: owner, channel: .webhook,
                created: Timestamp(microseconds: 0), after: .beginning, sealed: [])
        }
        let bobs = subscription(of: bob)
        let adas = (0..<4).map { _ in subscription(of: ada) }
        // Taking changes the turns, so it stands outside of what is expected.
        let first = adas.map { ada in turns.take(ada) }
        #expect(first == [true, true, false, false])
        let others = [turns.take(bobs), turns.take(bobs)]
        #expect(others == [true, false])
        turns.giveBack(bobs.id)
        turns.giveBack(adas[0].id)
        let again = [turns.take(bobs), turns.take(adas[3]), turns.take(adas[0])]
        #expect(again == [true, true, false])
        // Who was not served for the longest comes first, however many others are due before.
        let cyd = subscription(of: UserID(rawValue: UUID()))
        let order = turns.inTurn([adas[1], adas[2], bobs, cyd]).map(\.id)
        #expect(order == [cyd.id, bobs.id, adas[1].id, adas[2].id])
    }

    /// The receiver has taken it, and what became of it can't be noted.
    @Test func whatCannotBeNotedIsNotSentAgain() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        try await world.answer(try await world.ask())
        try await world.react()
        let failures = Mutex(0)
        var sender = try world.outbox.sender()
        let noting = sender.noting
        sender.noting = { id, position, attempt, now in
            let hasFailed = failures.withLock { failures in
                failures += 1
                return failures <= 2
            }
            if hasFailed { throw EventLogError(.full, "no space left on device") }
            try noting(id, position, attempt, now)
        }
        let sending = Task { [sender] in try await sender.run() }
        try await poll { try world.waiting() == 0 }
        sending.cancel()
        _ = await sending.result
        #expect(failures.withLock { $0 } == 3)
        #expect(receiver.deliveries.count == 1)
    }
}
