import EventLog
import Foundation
import LMDB
import Synchronization
import Testing

@Suite struct WriterTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

    @Test func concurrentAppendsShareCommits() async throws {
        try await scratch.withLog { log in
            try await withThrowingTaskGroup { group in
                for _ in 0..<64 {
                    group.addTask { for _ in 0..<20 { _ = try await log.append([noted()]) } }
                }
                try await group.waitForAll()
            }
            #expect(try log.head() == Position(1_280))
        }
        let environment = try Environment(directory: scratch.path + "/log")
        #expect(try environment.information().lastTransaction < 640)
        environment.close()
    }

    /// All are queued behind one that waits, so that they share a transaction.
    private func inOneGroup<R>(_ log: EventLog, _ body: () throws -> R) async throws -> R {
        let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = Task {
            try await log.perform { transaction in
                entered.signal()
                left.wait()
                return Outcome(result: .nothingToAppend, position: transaction.lastPosition)
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                entered.wait()
                continuation.resume()
            }
        }
        let result = try body()
        left.signal()
        _ = try await first.value
        return result
    }

    @Test func aBadRequestTouchesNoneOfItsGroup() async throws {
        try await scratch.withLog { log in
            _ = try await log.append([noted(["taken"])])
            let failing = CommandHandler(
                context: CommandContext(actor: "ada"), boundary: .all, initialState: 0, evolve: { _, _ in },
                decide: { _, _ in throw EventLogError(.invalidInput, "no") })
            let submissions = try await inOneGroup(log) {
                try (0..<30).map { number in
                    switch number % 3 {
                    case 0: try log.submit([noted(["good"])])
                    case 1:
                        try log.submit([noted()], condition: AppendCondition(failIfEventsMatch: Query(tags: ["taken"])))
                    default:
                        // Adds an event, then fails: only doing the transaction over takes it back.
                        try log.submit(
                            failing,
                            preceding: { transaction in
                                _ = try transaction.execute(
                                    CommandHandler(
                                        context: CommandContext(actor: "eve"), boundary: .all, initialState: 0,
                                        evolve: { _, _ in }, decide: { _, _ in .accepted([noted(["stray"])]) }),
                                    time: transaction.time())
                            })
                    }
                }
            }
            for (number, submission) in submissions.enumerated() {
                let expected = [nil, EventLogError.Code.conflict, .invalidInput][number % 3]
                let found = await code { try await submission.outcome() }
                #expect(found == expected)
            }
            let counts = try ["good", "stray"].map { try log.read(Query(tags: [EventTag($0)])).count }
            #expect(counts == [10, 0])
        }
    }

    @Test func whatTheMapCannotHoldFailsAlone() async throws {
        try await scratch.withLog {
            $0.mapSize = 8 << 20
        } _: { log in
            let big = (0..<12).map { _ in noted(payload: Array(repeating: 7, count: 1 << 20)) }
            let submissions = try await inOneGroup(log) {
                [try log.submit([noted()]), try log.submit(big), try log.submit([noted()])]
            }
            let codes = await [0, 1, 2].asyncMap { number in await code { try await submissions[number].outcome() } }
            #expect(codes == [nil, .full, nil])
            for _ in 0..<100 { _ = try await log.append([noted()]) }
            #expect(try log.head() == Position(102))
        }
    }

    @Test func aFullMapRefusesAndKeepsWhatItHas() async throws {
        try await scratch.withLog {
            $0.mapSize = 4 << 20
        } _: { log in
            var count = 0
            let refused = await code {
                while true {
                    _ = try await log.append([noted(["a"], payload: Array(repeating: 1, count: 20_000))])
                    count += 1
                }
            }
            #expect(refused == .full)
            let found = try [Query.all, Query(tags: ["a"])].map { try log.read($0).count }
            #expect(found == [count, count])
        }
    }

    @Test func aBrokenChainAppendsNothingMore() async throws {
        try await scratch.withLog { log in
            let chain = SubmissionChain()
            let submit = { (number: Int, time: Timestamp?) in
                try log.submit(
                    CommandHandler(
                        context: CommandContext(actor: "ada", id: UUID()), boundary: Query(tags: ["n"]),
                        initialState: 0,
                        evolve: { count, _ in count += 1 }, decide: { _, _ in .accepted([noted(["n"])]) }),
                    at: time, in: chain)
            }
            let submissions = try await inOneGroup(log) {
                try (0..<10).map { try submit($0, $0 == 4 ? Timestamp(seconds: 1) : nil) }
            }
            let codes = await submissions.asyncMap { submission in await code { try await submission.outcome() } }
            #expect(codes == Array(repeating: nil, count: 4) + Array(repeating: .invalidInput, count: 6))
            let later = try submit(10, nil)
            await expectFailure(.invalidInput) { try await later.outcome() }
            #expect(try log.head() == Position(4))
            _ = try await log.append([noted()])
        }
    }

    /// The transaction in which the chain broke was given up, so the failure never was.
    @Test func aChainDoesNotBreakInATransactionThatIsDoneOver() async throws {
        try await scratch.withLog {
            $0.mapSize = 8 << 20
        } _: { log in
            let chain = SubmissionChain()
            let runs = Mutex(0)
            let handler = { (fails: Bool) in
                CommandHandler(
                    context: CommandContext(actor: "ada", id: UUID()), boundary: Query(tags: ["n"]), initialState: 0,
                    evolve: { _, _ in },
                    decide: { _, _ in
                        if fails,
                            runs.withLock({
                                $0 += 1; return $0
                            }) == 1
                        {
                            throw EventLogError(.conflict, "once")
                        }
                        return .accepted([noted(["n"])])
                    })
            }
            let big = (0..<12).map { _ in noted(payload: Array(repeating: 7, count: 1 << 20)) }
            let submissions = try await inOneGroup(log) {
                [
                    try log.submit(handler(true), in: chain), try log.submit(handler(false), in: chain),
                    try log.submit(big),
                ]
            }
            let codes = await submissions.asyncMap { submission in await code { try await submission.outcome() } }
            #expect(codes == [nil, nil, .full])
        }
    }

    @Test func theMailboxIsBounded() async throws {
        try await scratch.withLog {
            $0.mailboxRequests = 5
            $0.mailboxBytes = 100_000
        } _: { log in
            let submissions = try await inOneGroup(log) {
                let accepted = try (0..<5).map { _ in try log.submit([noted()]) }
                #expect(throws: EventLogError.self) { try log.submit([noted()]) }
                return accepted
            }
            for submission in submissions { _ = try await submission.outcome() }
            let tooMuch = noted(payload: Array(repeating: 1, count: 100_000))
            await expectFailure(.busy) { try await log.append([tooMuch]) }
            #expect(try log.head() == Position(5))
        }
    }

    @Test func submissionsTakePlaceInOrderAndClosingAnswersEveryone() async throws {
        let log = try scratch.open()
        let submissions = try (0..<3_000).map { try log.submit([noted(payload: Array("\($0)".utf8))]) }
        let waiter = Task { try await log.waitForEvents(after: Position(1 << 40)) }
        try await Task.sleep(for: .milliseconds(20))
        log.close()
        for (number, submission) in submissions.enumerated() {
            #expect(try await submission.outcome().position == Position(UInt64(number + 1)))
        }
        await expectFailure(.closed) { try await waiter.value }
        await expectFailure(.closed) { try await log.append([noted()]) }
        await expectFailure(.closed) { try log.read(.all) }
        await expectFailure(.closed) { try await log.waitForEvents(after: .beginning) }
        log.close()
        try await scratch.withLog { log in
            let payloads = try log.read(.all).map { Array($0.payload) }
            #expect(payloads == (0..<3_000).map { Array("\($0)".utf8) })
        }
    }

    @Test func theLastReferenceMayGoOnTheWriterThread() async throws {
        for _ in 0..<20 {
            var log: EventLog?
            // Closing is the writer thread's work, too: it may not be done yet.
            try await eventually {
                log = try? scratch.open()
                return log != nil
            }
            let submission = try log?.submit(
                CommandHandler(
                    context: CommandContext(actor: "ada"), boundary: .all, initialState: 0, evolve: { _, _ in },
                    decide: { [log] _, _ in .accepted(log == nil ? [] : [noted()]) }))
            log = nil
            _ = try await submission?.outcome()
        }
    }

    /// Characters can be of any length; what is kept of a refusal is bounded in bytes.
    @Test func aRefusalOfAnyLengthIsKeptAndAnsweredAgain() async throws {
        let long = "e" + String(repeating: "\u{301}", count: 40_000)
        let refusal = Refusal(long, long, subjects: Array(repeating: long, count: 600))
        let handler = CommandHandler(
            context: CommandContext(actor: "ada", id: UUID()), boundary: .all, initialState: 0, evolve: { _, _ in },
            decide: { _, _ in .refused(refusal) })
        let first = try await scratch.withLog { try await $0.execute(handler).result }
        try scratch.remove("index")
        let again = try await scratch.withLog { try await $0.execute(handler) }
        #expect(again.isDuplicate)
        #expect(again.result == first)
    }
}

extension Sequence {
    func asyncMap<R>(_ transform: (Element) async throws -> R) async rethrows -> [R] {
        var results: [R] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
