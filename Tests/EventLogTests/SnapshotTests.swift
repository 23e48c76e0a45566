import Foundation
import LMDB
import Testing

@testable import EventLog

/// What a reader sees while the log, the tail and the index move on under it.
@Suite struct SnapshotTests {
    let scratch: ScratchLog
    init() throws { scratch = try ScratchLog() }

    /// The tail is asked before the disk. If the index was exchanged in between for one that lies further back, there
    /// is a gap between them, and looking it up would miss events.
    @Test func aTailThatDoesNotMeetTheIndexIsNotUsed() async throws {
        try await scratch.withLog { log in
            for number in 0..<20 { _ = try await log.append([noted(["a", EventTag("n:\(number)")])]) }
            #expect(try log.read(Query(tags: ["a"])).count == 20)
            try log.index.flush()
            #expect(log.index.tail.capture()[0].afterPosition == 20)
            let generation = log.index.current
            var transaction = try generation.environment.beginWrite()
            try transaction.removeAll(from: generation.entries)
            try generation.insert([], [], checkpoint: .beginning(of: log.logID), &transaction)
            try transaction.commit()
            #expect(try log.read(Query(tags: ["a"])).count == 20)
            let condition = AppendCondition(failIfEventsMatch: Query(tags: ["n:3"]))
            await expectFailure(.conflict) { try await log.append([noted()], condition: condition) }
            _ = try await log.append([noted(["a"])])
            try log.index.flush()
            #expect(try log.read(Query(tags: ["a"])).count == 21)
        }
        #expect(try LogVerifier(directory: scratch.path).verify().indexedThrough == Position(21))
    }

    @Test(arguments: [false, true])
    func aSnapshotSeesNothingThatCameLater(_ flushes: Bool) async throws {
        try await scratch.withLog { log in
            let later = CommandContext(actor: "ada", id: UUID())
            let refused = CommandContext(actor: "ada", id: UUID())
            for _ in 0..<5 { _ = try await log.append([noted(["a"])]) }
            let snapshot = try LogSnapshot.take(log.index)
            for _ in 0..<5 { _ = try await log.append([noted(["a"])]) }
            _ = try await log.append([noted(["a"])], context: later)
            _ = try await log.append([], context: refused)
            if flushes { try log.index.flush() }
            let plan = QueryPlan(Query(tags: ["a"]), log.index.hasher)
            var seen: [UInt64] = []
            try snapshot.forEachMatch(plan, in: 1...snapshot.head) { record in
                seen.append(record.position.rawValue)
                return true
            }
            #expect(seen == [1, 2, 3, 4, 5])
            for context in [later, refused] {
                let found = try Receipts.find(context, snapshot.index, log.index, snapshot.events)
                #expect(found == nil)
            }
        }
    }

    @Test func threadsThatFindTheSameDamageMakeOneIndex() async throws {
        try await scratch.withLog { log in
            for _ in 0..<50 { _ = try await log.append([noted(["a"])]) }
            let damaged = log.index.current
            await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { try? log.index.rebuild(replacing: damaged) } }
            }
            #expect(log.index.current.environment.directory.hasSuffix("/00000002"))
            #expect(try log.read(Query(tags: ["a"])).count == 50)
        }
    }

    /// Readers and the writer go on while the index is exchanged again and again.
    @Test func generationsChangeUnderReadersAndTheWriter() async throws {
        try await scratch.withLog {
            $0.tailBytes = 10_000
        } _: { log in
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for number in 0..<400 {
                        let context = CommandContext(actor: "ada", id: UUID())
                        _ = try await log.append([noted(["a", EventTag("n:\(number)")])], context: context)
                        #expect(try await log.append([noted()], context: context).isDuplicate)
                    }
                }
                group.addTask {
                    for _ in 0..<12 {
                        try log.index.rebuild(replacing: log.index.current)
                        try await Task.sleep(for: .milliseconds(3))
                    }
                }
                for _ in 0..<2 {
                    group.addTask {
                        var before = 0
                        while before < 400 {
                            let count = try log.read(Query(tags: ["a"])).count
                            #expect(count >= before)
                            before = count
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let report = try LogVerifier(directory: scratch.path).verify()
        #expect(report.events == 400)
    }

    /// Another process removed the index and made it anew under the same number.
    @Test func anIndexMadeAnewElsewhereIsFollowed() async throws {
        try await scratch.withLog { log in
            for _ in 0..<10 { _ = try await log.append([noted(["a"])]) }
            let before = log.index.current
            try scratch.remove("index")
            let other = try OtherProcess("append", scratch.path, 10, "a")
            #expect(other.waitForEnd() == 0)
            #expect(try scratch.generation() == before.environment.directory)
            try await eventually { log.index.current !== before }
            #expect(try log.read(Query(tags: ["a"])).count == 20)
        }
    }
}
