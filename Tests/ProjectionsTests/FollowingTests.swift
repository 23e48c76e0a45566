import EventLog
import EventLogTesting
import Foundation
import Synchronization
import Testing

@testable import Projections

@Suite("Following a group", .timeLimit(.minutes(2)))
struct FollowingTests {
    let scratch: Scratch
    let log = InMemoryEventStore()
    let store: ReadModelStore

    init() throws {
        scratch = try Scratch()
        store = ReadModelStore(directory: scratch.path, groups: [.tally()])
    }

    @Test("each new position is seen, from before there are rows")
    func live() async throws {
        let first = Task { [store] in try await store.next(of: "tally", after: .beginning) }
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            try await log.add(["a"])
            let begun = try await first.value
            #expect(begun == Position(1))
            let start = ContinuousClock.now
            for number in 2...100 {
                async let next = store.next(of: "tally", after: Position(UInt64(number - 1)))
                try await log.add(["b"])
                let seen = try await next
                #expect(seen == Position(UInt64(number)))
            }
            // By the poll alone it would take twice as long at least.
            #expect(ContinuousClock.now - start < .seconds(6))
        }
        // What is past is told at once.
        #expect(try await store.next(of: "tally", after: Position(5)) == Position(100))
    }

    @Test("the commit of a process that tells nobody is seen too")
    func poll() async throws {
        try await log.add(["a"])
        let projector = Projector(store.groups[0], in: store, of: log)
        try await projector.catchUp(through: Position(1))
        async let next = store.next(of: "tally", after: Position(1))
        try await eventually({ store.watchers.withLock { !$0.isEmpty } }, "somebody waits")
        try await log.add(["b"])
        // A batch by itself: what a projector elsewhere does, without its tick.
        let generation = try #require(try store.current(store.groups[0])?.generation)
        _ = try Batch(
            generation: generation, context: (), log: log, limits: .live, isCurrent: { true }, clock: { .now() }
        ).run()
        let seen = try await next
        #expect(seen == Position(2))
    }

    @Test("a commit is told to other processes, when one of them waits")
    func tick() async throws {
        let tick = scratch.path + "/tally/tick"
        let projector = Projector(store.groups[0], in: store, of: log)
        try await log.add(["a"])
        try await projector.catchUp(through: Position(1))
        #expect(!FileManager.default.fileExists(atPath: tick))
        // Another process that waits has made the file.
        #expect(FileManager.default.createFile(atPath: tick, contents: nil))
        try await log.add(["b"])
        try await projector.catchUp(through: Position(2))
        #expect(FileManager.default.contents(atPath: tick) == Data([2, 0, 0, 0, 0, 0, 0, 0]))
    }

    @Test("waiting ends with the task")
    func cancelling() async throws {
        try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(1))
        let waiting = Task { [store] in try await store.next(of: "tally", after: Position(1)) }
        try await eventually({ store.watchers.withLock { !$0.isEmpty } }, "somebody waits")
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await #expect(throws: ProjectionError.self) { try await store.next(of: "nothing", after: .beginning) }
    }
}
