import EventLog
import Foundation
import Logging
import ServiceLifecycle
import Testing

@testable import GlimpOutbox
@testable import GlimpService

/// As it runs: reactor and sender together, in one process at a time.
@Suite struct OutboxServiceTests {
    private func group(_ services: [any Service]) -> ServiceGroup {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: logger))
    }

    @Test func ofTwoOneSendsAndTheOtherTakesOver() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        let (first, second) = (group([world.outbox.service]), group(world.glimp.projectors + [world.outbox.service]))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await first.run() }
            tasks.addTask { try await second.run() }
            for _ in 0..<10 { try await world.answer(try await world.ask()) }
            try await poll { receiver.deliveries.count >= 10 }
            await first.triggerGracefulShutdown()
            for _ in 0..<10 { try await world.answer(try await world.ask()) }
            try await poll { receiver.deliveries.count >= 20 }
            try await poll { try world.waiting() == 0 }
            await second.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(receiver.deliveries.count == 20 && Set(receiver.deliveries.map(\.id)).count == 20)
    }

    @Test func whatHasBegunIsEndedBeforeItShutsDown() async throws {
        let world = try await OutboxWorld { $0.attemptSeconds = 2 }
        let receiver = try await LoopbackReceiver()
        receiver.saysNothing()
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        try await world.answer(try await world.ask())
        try await world.glimp.catchUpReadModels()
        let running = group([world.outbox.service])
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await running.run() }
            try await poll { receiver.deliveries.count == 1 }
            await running.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(try world.standing(subscription).failures == 1)
    }

    /// Two looks at the same events, as of two processes that both believe to be the one.
    @Test func whatWasNotedIsNotNotedAgain() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        _ = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        try await world.answer(try await world.ask())
        let head = try world.glimp.log.head()
        let store = try world.outbox.reactor().store
        let checkpoint = try OutboxCheckpoint(head, in: world.glimp.log)
        try await world.pass()
        #expect(receiver.deliveries.count == 1)
        let told = [Told(position: head, user: world.ada)]
        _ = try store.note(told, upTo: checkpoint, most: 10, now: world.clock.now)
        #expect(try world.waiting() == 0)
    }
}
