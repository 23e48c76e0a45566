import Synchronization
import Testing

@testable import Credentials

/// Who waits for whom, how many may, and how long.
@Suite struct TurnsTests {
    /// Holds its turn until it is told to go on.
    private final class Holder: Sendable {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let (arrivals, arriving) = AsyncStream<Void>.makeStream()

        func hold() async {
            arriving.yield()
            for await _ in gate { return }
        }
        func arrived() async { for await _ in arrivals { return } }
        func open() { opening.yield() }
    }

    private final class Figures: Sendable {
        let counts = Mutex((running: 0, most: 0, done: 0))
    }

    private func isBusy(_ turns: Turns, _ key: UInt8, width: Int = 1) async -> Bool {
        await code { try await turns.run([([key], width)]) {} } == .busy
    }

    @Test func whoDoesNotComeInTimeIsBusyAndOtherKeysGoOn() async throws {
        let turns = Turns(waiting: 10, patience: .milliseconds(20))
        let holder = Holder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await turns.run([([1], 1)]) { await holder.hold() } }
            await holder.arrived()
            #expect(await isBusy(turns, 1))
            #expect(await !isBusy(turns, 2))
            #expect(await !isBusy(turns, 1, width: 2))
            holder.open()
            try await group.waitForAll()
        }
        #expect(await !isBusy(turns, 1))
    }

    @Test func onlySoManyMayWait() async throws {
        let turns = Turns(waiting: 0, patience: .seconds(600))
        let holder = Holder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await turns.run([([1], 1)]) { await holder.hold() } }
            await holder.arrived()
            #expect(await isBusy(turns, 1))
            holder.open()
            try await group.waitForAll()
        }
    }

    @Test func atMostSoManyAtOnceAndEachOnce() async throws {
        let turns = Turns(waiting: 1_000, patience: .seconds(60))
        let figures = Figures()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await turns.run([([1], 3)]) {
                        figures.counts.withLock { figures in
                            figures.running += 1
                            figures.most = max(figures.most, figures.running)
                        }
                        await Task.yield()
                        figures.counts.withLock { figures in
                            figures.running -= 1
                            figures.done += 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(figures.counts.withLock { $0.done } == 200)
        #expect(figures.counts.withLock { $0.most } <= 3)
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let turns = Turns(waiting: 10, patience: .seconds(600))
        let holder = Holder()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await turns.run([([1], 1)]) { await holder.hold() } }
            await holder.arrived()
            let isBusy = await withTaskGroup(of: Bool.self) { waiting in
                waiting.addTask { await code { try await turns.run([([1], 1)]) {} } == .busy }
                waiting.cancelAll()
                return await waiting.next()
            }
            #expect(isBusy == true)
            holder.open()
        }
    }
}
