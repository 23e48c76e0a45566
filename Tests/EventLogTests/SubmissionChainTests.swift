import EventLog
import Foundation
import Synchronization
import Testing

@Suite struct SubmissionChainTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

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
            $0.mapSize = 3 << 20
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
            let big = (0..<3).map { _ in noted(payload: Array(repeating: 7, count: 1 << 20)) }
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
}
