import EventLog
import Foundation
import Testing

/// Several processes on one log, and what is left when one of them is killed.
@Suite struct ProcessTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

    /// Every third command is refused, every fifth has nothing to append; see the helper.
    private func isAppended(_ number: Int) -> Bool { number % 3 != 0 && number % 5 != 0 }

    @Test func commandsOfKilledProcessesTakePlaceOnce() async throws {
        var random = SeededGenerator()
        try scratch.open().close()
        var said: [Int: String] = [:]
        for _ in 0..<8 {
            let others = try (0..<2).map { _ in try OtherProcess("commands", scratch.path, 0, "ada") }
            for other in others { #expect(try other.line() == "ready") }
            usleep(UInt32.random(in: 1_000...150_000, using: &random))
            for other in others {
                other.kill()
                for line in try other.lines() {
                    // Killed in the middle of a line.
                    let parts = line.split(separator: " ")
                    guard parts.count == 2, let number = Int(parts[0]) else { continue }
                    let before = said.updateValue(String(parts[1]), forKey: number)
                    #expect(before == nil || before == String(parts[1]), "command \(number) has two outcomes")
                }
            }
        }
        let last = try #require(said.keys.max())
        let other = try OtherProcess("some-commands", scratch.path, last + 1, "ada")
        for line in try other.lines() {
            let parts = line.split(separator: " ").map(String.init)
            let number = try #require(parts.first.flatMap(Int.init), "\(line)")
            #expect(said[number] == nil || said[number] == parts[1], "command \(number)")
        }
        #expect(other.waitForEnd() == 0)
        try await scratch.withLog { log in
            for number in 0...last {
                let events = try log.read(Query(tags: [EventTag("number:\(number)")]))
                #expect(events.count == (isAppended(number) ? 2 : 0), "command \(number)")
                if let position = said[number], let event = events.last { #expect("\(event.position)" == position) }
            }
        }
        let report = try LogVerifier(directory: scratch.path).verify()
        #expect(report.outcomes >= UInt64((0...last).filter { !isAppended($0) }.count))
    }

    @Test(arguments: [3, 1_000])
    func aSubscriptionHasNeitherGapNorDuplicateWhileOthersAppend(_ pageSize: Int) async throws {
        try await scratch.withLog { log in
            for _ in 0..<50 { _ = try await log.append([noted(["a"])]) }
            let others = try ["a", "b"].map { try OtherProcess("append", scratch.path, 300, $0) }
            var seen: [SequencedEvent] = []
            var caughtUp = 0
            for try await batch in log.subscribe(Query(tags: ["a"]), pageSize: pageSize) {
                seen += batch.events
                #expect(batch.events.last?.position ?? .beginning <= batch.position)
                if batch.hasCaughtUp { caughtUp += 1 }
                if seen.count < 350, caughtUp == 1 { _ = try await log.append([noted(["c"])]) }
                if seen.count >= 350 { break }
            }
            for other in others { #expect(other.waitForEnd() == 0) }
            let all = try log.read(Query(tags: ["a"])).map(\.position)
            #expect(all.count == 350)
            #expect(seen.map(\.position) == all)
            #expect(caughtUp > 0)
        }
    }

    @Test func waitingEndsWithCancellationWheneverItComes() async throws {
        try await scratch.withLog { log in
            for round in 0..<200 {
                let waiter = Task { try await log.waitForEvents(after: Position(1 << 40)) }
                if round % 3 == 1 { await Task.yield() }
                if round % 3 == 2 { try await Task.sleep(for: .microseconds(300)) }
                waiter.cancel()
                await #expect(throws: CancellationError.self) { try await waiter.value }
            }
        }
    }

    @Test func noWakeUpIsLost() async throws {
        try await scratch.withLog { log in
            for _ in 0..<300 {
                let head = try log.head()
                let waiters = (0..<4).map { _ in Task { try await log.waitForEvents(after: head) } }
                _ = try await log.append([noted()])
                for waiter in waiters { try await waiter.value }
            }
        }
    }

    @Test func whoKeepsTheLogForItselfKeepsOthersOut() async throws {
        try scratch.open().close()
        let exclusive = try OtherProcess("open", scratch.path, 0, "exclusive")
        #expect(try exclusive.line() == "ready")
        await expectFailure(.locked) { try scratch.open().close() }
        await expectFailure(.locked) { try scratch.open { $0.access = .exclusive }.close() }
        try scratch.open { $0.access = .reading }.close()
        exclusive.kill()
        let shared = try OtherProcess("open", scratch.path, 0, "shared")
        #expect(try shared.line() == "ready")
        await expectFailure(.locked) { try scratch.open { $0.access = .exclusive }.close() }
        let log = try scratch.open()
        try shared.goOn()
        #expect(shared.waitForEnd() == 0)
        log.close()
        let alone = try scratch.open { $0.access = .exclusive }
        alone.close()
        // Closed is given up, though the object lives.
        try withExtendedLifetime(alone) { try scratch.open { $0.access = .exclusive }.close() }
    }
}
