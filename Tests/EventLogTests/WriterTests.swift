import EventLog
import Foundation
import LMDB
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

    /// Nothing that a caller asks for makes a log that does not verify.
    @Test func aTimeBeforeTheLastEventIsRefused() async throws {
        let context = CommandContext(actor: "ada", id: UUID())
        let handler = { @Sendable (context: CommandContext) in
            CommandHandler(
                context: context, boundary: .all, initialState: 0, evolve: { _, _ in },
                decide: { _, _ in .accepted([noted()]) })
        }
        try await scratch.withLog { log in
            _ = try await log.perform { try $0.execute(handler(context), time: Timestamp(seconds: 1_000)) }
            await expectFailure(.invalidInput) {
                try await log.perform {
                    try $0.execute(handler(CommandContext(actor: "ada")), time: Timestamp(seconds: 999))
                }
            }
            let again = try await log.perform { try $0.execute(handler(context), time: Timestamp(seconds: 0)) }
            #expect(again.isDuplicate)
            _ = try await log.perform {
                try $0.execute(handler(CommandContext(actor: "ada")), time: Timestamp(seconds: 1_000))
            }
        }
        #expect(try LogVerifier(directory: scratch.path).verify().events == 2)
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
