import EventLog
import Foundation
import Testing

/// Nobody hangs while the index can't be written: another process may hold its lock and stand still.
@Suite struct LaggingIndexTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

    @Test func appendsSlowDownThenAreBusyAndGoOnWhenTheIndexDoes() async throws {
        let change = { (options: inout EventLogOptions) in
            options.tailBytes = 20_000
            options.busyTimeout = 0.3
        }
        try await scratch.withLog(change) { log in
            let helper = try OtherProcess("hold-index", scratch.path)
            #expect(try helper.line() == "ready")
            var appended = 0
            let refused = await code {
                while true {
                    _ = try await log.append([noted(["all"])])
                    appended += 1
                }
            }
            #expect(refused == .busy)
            #expect(appended >= 20_000 / 80 / 2)
            #expect(try log.read(Query(tags: ["all"])).count == appended, "reading goes on")
            await expectFailure(.busy) { try await log.append([noted(["all"])]) }
            try helper.goOn()
            #expect(helper.waitForEnd() == 0)
            try await eventually { try log.statistics().indexedThrough.rawValue == UInt64(appended) }
            for _ in 0..<500 { _ = try await log.append([noted(["all"])]) }
            #expect(try log.read(Query(tags: ["all"])).count == appended + 500)
        }
    }

    /// Looking up what others appended must not wait for the index with the log's lock held.
    @Test func anAppendFarBehindOthersIsBusyAndBlocksNobody() async throws {
        let change = { (options: inout EventLogOptions) in
            options.tailEvents = 50
            options.busyTimeout = 0.3
        }
        try await scratch.withLog(change) { log in
            let helper = try OtherProcess("hold-index", scratch.path)
            #expect(try helper.line() == "ready")
            let other = try OtherProcess("append", scratch.path, 100, "other")
            #expect(try other.line() == "ready")
            try await eventually { try log.head() == Position(100) }
            let condition = AppendCondition(failIfEventsMatch: Query(tags: ["none"]))
            await expectFailure(.busy) { try await log.append([noted()], condition: condition) }
            await expectFailure(.busy) { try log.read(Query(tags: ["other"])) }
            #expect(try log.read(.all).count == 100)
            _ = try await log.append([noted()])
            helper.kill()
            try await eventually { (try? log.read(Query(tags: ["other"])).count) == 100 }
            _ = try await log.append([noted()], condition: condition)
        }
    }

    /// The index is waited for once, and not again for each; who needs none of it is let through.
    @Test func aBatchWaitsForTheIndexOnce() async throws {
        let change = { (options: inout EventLogOptions) in
            options.tailEvents = 50
            options.busyTimeout = 0.5
        }
        try await scratch.withLog(change) { log in
            let helper = try OtherProcess("hold-index", scratch.path)
            #expect(try helper.line() == "ready")
            #expect(try OtherProcess("append", scratch.path, 100, "other").waitForEnd() == 0)
            let condition = AppendCondition(failIfEventsMatch: Query(tags: ["none"]))
            let start = ContinuousClock.now
            let submissions = try await inOneGroup(log) {
                try (0..<40).map { try log.submit([noted()], condition: $0 % 2 == 0 ? condition : nil) }
            }
            for (number, submission) in submissions.enumerated() {
                let found = await code { try await submission.outcome() }
                #expect(found == (number % 2 == 0 ? .busy : nil))
            }
            #expect(ContinuousClock.now - start < .seconds(0.5 * 10))
            #expect(try log.head() == Position(120))
            helper.kill()
        }
    }

    /// However often a reader covers what others append, the tail is bounded in bytes.
    @Test func aReaderDoesNotExtendTheTailWithoutLimit() async throws {
        let change = { (options: inout EventLogOptions) in
            options.tailBytes = 20_000
            options.busyTimeout = 0.3
        }
        try await scratch.withLog(change) { log in
            let helper = try OtherProcess("hold-index", scratch.path)
            #expect(try helper.line() == "ready")
            #expect(try OtherProcess("append-tagged", scratch.path, 2_000, "other").waitForEnd() == 0)
            await expectFailure(.busy) { try log.read(Query(tags: ["other"])) }
            #expect(try log.read(.all).count == 2_000)
            helper.kill()
            try await eventually { (try? log.read(Query(tags: ["other"])).count) == 2_000 }
        }
    }

    @Test func closingDoesNotWaitForEver() async throws {
        let log = try scratch.open { $0.busyTimeout = 0.3 }
        _ = try await log.append((0..<2_000).map { noted([EventTag("n:\($0)")]) })
        let helper = try OtherProcess("hold-index", scratch.path)
        #expect(try helper.line() == "ready")
        let start = ContinuousClock.now
        log.close()
        #expect(ContinuousClock.now - start < .seconds(9))
        helper.kill()
    }

    @Test func whatNeverEndsIsWaitedForOnce() async throws {
        let log = try scratch.open { $0.busyTimeout = 2 }
        _ = try await log.append((0..<2_000).map { noted([EventTag("n:\($0)")]) })
        let helper = try OtherProcess("hold-index", scratch.path)
        #expect(try helper.line() == "ready")
        log.close()
        let again = ContinuousClock().measure { log.close() }
        #expect(again < .seconds(1))
        helper.kill()
    }

    @Test func aOneShotProcessLeavesNoLongTail() async throws {
        try await scratch.withLog { log in
            _ = try await log.append((0..<2_000).map { noted([EventTag("n:\($0)")]) })
        }
        try await scratch.withLog { log in
            let indexed = try log.statistics().indexedThrough
            #expect(indexed == Position(2_000))
        }
    }

    @Test func processesFlushInTurnsAndAgree() async throws {
        try await scratch.withLog {
            $0.tailBytes = 20_000
        } _: { log in
            let others = try ["a", "b"].map { try OtherProcess("append", scratch.path, 1_500, $0) }
            for _ in 0..<1_500 { _ = try await log.append([noted(["c"])]) }
            for other in others { #expect(other.waitForEnd() == 0) }
            for tag in ["a", "b", "c"] {
                let read = try log.read(Query(tags: [EventTag(tag)]))
                #expect(read.count == 1_500)
                #expect(Set(read.map(\.position)).count == 1_500)
            }
        }
        let report = try LogVerifier(directory: scratch.path).verify()
        #expect(report.events == 4_500)
        #expect(try #require(report.indexedThrough) > Position(3_000))
    }
}
