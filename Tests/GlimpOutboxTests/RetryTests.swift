import EventLog
import Foundation
import GlimpDomain
import GlimpService
import Testing

@testable import GlimpOutbox

/// Receivers that are away, slow, or gone.
@Suite struct RetryTests {
    @Test func aReceiverThatIsAwayForAnHourMissesNothingAndKeepsTheOrder() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        receiver.answers(503)
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        for _ in 0..<60 {
            try await world.answer(try await world.ask())
            try await world.pass()
            world.clock.pass(seconds: 60)
        }
        // At once, and after 5 s, 5 min and half an hour, whatever happened meanwhile.
        #expect(receiver.deliveries.count == 4)
        #expect(Set(receiver.deliveries.map(\.id)).count == 1)
        #expect(try world.standing(subscription).lastFailure?.reason == "it answered 503")
        receiver.answers(204)
        try world.reopen()
        world.clock.pass(seconds: 7_200)
        try await world.pass()
        let positions = try receiver.deliveries.dropFirst(4).compactMap { try $0.position }
        #expect(positions.count == 60 && positions == positions.sorted())
        #expect(Set(receiver.deliveries.map(\.id)).count == 60)
        #expect(try world.waiting() == 0)
        #expect(try world.standing(subscription).failures == 0)
    }

    /// What is over before it can be told says nothing of the receiver.
    @Test func whatIsDroppedIsNoReasonToTryAgain() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        receiver.answers(503)
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        for _ in 0..<60 {
            try await world.inviteBob()
            try await world.pass()
            world.clock.pass(seconds: 60)
        }
        #expect(receiver.deliveries.count == 4)
        #expect(try world.standing(subscription).failures == 4)
    }

    @Test func whatWaitsComesInTheOrderOfTheLog() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        try await receiver.close()
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        for _ in 0..<20 { try await world.answer(try await world.ask()) }
        try await world.pass()
        #expect(try world.waiting() == 20)
        #expect(try world.standing(subscription).lastFailure?.reason == "it can't be connected to")
        let back = try await LoopbackReceiver(port: receiver.port)
        world.clock.pass(seconds: 3_600)
        try await world.pass()
        let positions = try back.deliveries.compactMap { try $0.position }
        #expect(positions.count == 20 && positions == positions.sorted())
        #expect(Set(back.deliveries.map(\.id)).count == 20)
    }

    @Test func aRepeatAfterACrashHasTheSameId() async throws {
        let world = try await OutboxWorld { $0.attemptSeconds = 60 }
        let receiver = try await LoopbackReceiver()
        receiver.saysNothing()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.ask()
        try await world.react()
        let sending = Task { [outbox = world.outbox] in try await outbox.sender().sendDue() }
        try await poll { receiver.deliveries.count == 1 }
        sending.cancel()
        _ = await sending.result
        // Whether it was taken is not known, so it was not noted as a failure either.
        #expect(try world.waiting() == 1)
        receiver.answers(200)
        try world.reopen()
        try await world.pass()
        #expect(receiver.deliveries.count == 2 && Set(receiver.deliveries.map(\.id)).count == 1)
        #expect(try world.waiting() == 0)
    }

    @Test func goneMeansRemoved() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        receiver.answers(410)
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.ask()
        try await world.inviteBob()
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
        #expect(try world.outbox.allSubscriptions().isEmpty && world.waiting() == 0)
        // And can be made again.
        receiver.answers(200)
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.inviteBob()
        try await world.pass()
        #expect(receiver.deliveries.count == 2)
    }

    @Test func redirectsAreNotFollowed() async throws {
        let world = try await OutboxWorld()
        let (receiver, other) = (try await LoopbackReceiver(), try await LoopbackReceiver())
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        for status in [301, 302, 303, 307, 308] {
            receiver.answers(status, [("location", other.url)])
            try await world.inviteBob()
            try await world.pass()
            let failure = try #require(try world.standing(subscription).lastFailure)
            #expect(failure.reason.contains("redirect"))
            world.clock.pass(seconds: 86_400)
        }
        #expect(receiver.deliveries.count == 5 && other.deliveries.isEmpty)
    }

    @Test func aSilentReceiverHoldsUpNobodyElse() async throws {
        let world = try await OutboxWorld { $0.attemptSeconds = 60 }
        let (dead, alive) = (try await LoopbackReceiver(), try await LoopbackReceiver())
        dead.saysNothing()
        _ = try await world.outbox.subscribe(webhook: dead.url, for: world.ada)
        _ = try await world.outbox.subscribe(webhook: alive.url, for: world.ada)
        for _ in 0..<5 { try await world.answer(try await world.ask()) }
        try await world.react()
        let sending = Task { [outbox = world.outbox] in try await outbox.sender().sendDue() }
        try await poll { alive.deliveries.count == 5 && dead.deliveries.count == 1 }
        // One of a subscription at once.
        try await poll { try world.waiting() == 5 }
        sending.cancel()
        _ = await sending.result
    }

    @Test func whatIsWrongWithOneHoldsUpNobodyElse() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        let (broken, _) = try await world.outbox.subscribe(webhook: receiver.url + "&broken", for: world.ada)
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        let store = try world.outbox.reactor().store
        try store.writing { transaction throws in
            let altered = OutboxSubscription(
                id: broken.id, owner: broken.owner, channel: broken.channel, created: broken.created,
                after: broken.after, sealed: broken.sealed.dropLast() + [broken.sealed[60] ^ 1])
            try store.put(altered, in: &transaction)
        }
        try await world.answer(try await world.ask())
        try await world.pass()
        #expect(receiver.deliveries.map(\.path) == ["/hook?a=b"])
        #expect(try world.waiting() == 1)
    }

    @Test func whoDoesNotAnswerInTimeHasFailed() async throws {
        let world = try await OutboxWorld { $0.attemptSeconds = 1 }
        let receiver = try await LoopbackReceiver()
        receiver.saysNothing()
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.ask()
        try await world.pass()
        #expect(try world.standing(subscription).lastFailure?.reason == "it did not answer in time")
    }

    @Test func afterTenFailuresItIsDisabledUntilSomebodyEnablesIt() async throws {
        let world = try await OutboxWorld { $0.oldestSeconds = 30 * 86_400 }
        let receiver = try await LoopbackReceiver()
        receiver.answers(500)
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        try await world.answer(try await world.ask())
        for _ in 0..<12 {
            try await world.pass()
            world.clock.pass(seconds: 86_400)
        }
        #expect(receiver.deliveries.count == 10)
        var standing = try world.standing(subscription)
        #expect(standing.disabled != nil && standing.due == nil && standing.failures == 10)
        // What happens meanwhile is not kept for it; what waited is.
        try await world.answer(try await world.ask())
        try await world.pass()
        #expect(try world.waiting() == 1)
        receiver.answers(200)
        try await world.outbox.enable(subscription)
        try await world.pass()
        standing = try world.standing(subscription)
        #expect(receiver.deliveries.count == 11 && standing.disabled == nil && standing.lastFailure == nil)
    }

    @Test func whatWaitsIsBoundedAndTheOldestGoes() async throws {
        let world = try await OutboxWorld { $0.waiting = 3 }
        let receiver = try await LoopbackReceiver()
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        for _ in 0..<5 { try await world.answer(try await world.ask()) }
        let answered = try world.glimp.log.read(Query(types: [GlimpAnswered.type], tags: [])).map(\.position.rawValue)
        try await world.react()
        #expect(try world.waiting() == 3 && world.standing(subscription).givenUp == 2)
        try await world.pass()
        #expect(try receiver.deliveries.compactMap { try $0.position } == answered.suffix(3).map { Int($0) })
    }

    @Test func theReceiverMayAskForMoreTime() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        receiver.answers(429, [("retry-after", "600")])
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.bob)
        try await world.ask()
        try await world.pass()
        receiver.answers(200)
        world.clock.pass(seconds: 599)
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
        world.clock.pass(seconds: 1)
        try await world.pass()
        #expect(receiver.deliveries.count == 2)
    }
}
