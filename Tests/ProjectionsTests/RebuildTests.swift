import EventLog
import EventLogTesting
import Foundation
import Testing

@testable import Projections

@Suite("Rebuild")
struct RebuildTests {
    let scratch: Scratch
    let log = InMemoryEventStore()

    init() throws { scratch = try Scratch() }

    @Test("gives the rows that were there, in another generation", arguments: [UInt64.random(in: 0...999_999)])
    func equalsLive(seed: UInt64) async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally("one"), .tally("two")])
        try await log.addRandom(9_000, seed: seed)
        for group in store.groups { try await Projector(group, in: store, of: log).catchUp(through: log.head()) }
        let before = try rows(store, "one")
        let seen = Switch<[RebuildProgress]>([])
        let report = try await Rebuilder(store, of: log).rebuild(["one", "two"]) { seen.value.append($0) }
        #expect(try rows(store, "one") == before, "seed \(seed)")
        #expect(try rows(store, "two") == before, "seed \(seed)")
        #expect(report.events == 9_000, "both from one reading")
        #expect(report.rebuilt == ["one": Position(9_000), "two": Position(9_000)])
        #expect(seen.value.last == RebuildProgress(position: Position(9_000), head: Position(9_000)))
        #expect(seen.value.count > 5)
        #expect(try store.list(comparedWith: log).map(\.generation) == [2, 2])
        #expect(try store.list(comparedWith: log).map(\.state) == [.live, .live])
    }

    @Test("keeps the generation before, and sweeps what killed rebuilds left")
    func sweeps() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(1))
        for leftover in ["building-7", "removed-0000000000", "0000000041", "current.7.new"] {
            try FileManager.default.createDirectory(
                atPath: scratch.path + "/tally/" + leftover, withIntermediateDirectories: false)
            _ = FileManager.default.createFile(
                atPath: scratch.path + "/tally/\(leftover)/data.mdb", contents: Data([1]))
        }
        for _ in 1...3 { _ = try await Rebuilder(store, of: log).rebuild(["tally"]) }
        #expect(scratch.names("tally") == ["0000000003", "0000000004", "current", "owner.lock", "rebuild.lock"])
    }

    @Test("readers inside a swap keep what they see; new ones see the new rows")
    func swapUnderReader() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["a", "b"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(2))
        let generation = try #require(try store.current(store.groups[0])).generation
        let snapshot = try Snapshot(generation, ())
        try await log.add(["c"])
        for _ in 1...3 { _ = try await Rebuilder(store, of: log).rebuild(["tally"]) }
        #expect(!scratch.names("tally").contains("0000000001"))
        #expect(try snapshot.rows(of: Tally.counts, limit: 10).map(\.key) == [RowKey("a"), RowKey("b")])
        #expect(snapshot.position == Position(2))
        #expect(try store.position(of: "tally") == Position(3))
    }

    @Test("beside a running projector, answers never go back", arguments: [UInt64.random(in: 0...999_999)])
    func whileRunning(seed: UInt64) async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            try await store.wait(for: "tally", until: try await log.add(["first"]), timeout: .seconds(60))
            let done = Switch(false)
            let watching = Task {
                var last = Position.beginning
                while !done.value {
                    if let now = try store.position(of: "tally") {
                        #expect(now >= last)
                        last = now
                    }
                    try await Task.sleep(for: .microseconds(200))
                }
            }
            for round in 0..<15 {
                try await log.addRandom(40, seed: seed + UInt64(round))
                _ = try await Rebuilder(store, of: log).rebuild(["tally"])
                let position = try await log.addRandom(40, seed: seed + UInt64(round) + 100)
                try await store.wait(for: "tally", until: position, timeout: .seconds(60))
            }
            done.value = true
            try await watching.value
            #expect(try store.list(comparedWith: log)[0].generation == 16)
            #expect(try await Rebuilder(store, of: log).check("tally").isEqual, "seed \(seed)")
        }
    }

    @Test("what was applied while it ran is in the new rows too")
    func appliedMeanwhile() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let projector = Projector(store.groups[0], in: store, of: log)
        try await log.add(["a", "b"])
        try await projector.catchUp(through: Position(2))
        let rebuild = Rebuilder(store, of: log)
        _ = try await rebuild.rebuild(["tally"]) { [log] progress in
            guard progress.position == progress.head else { return }
            // The log was read to its end; the swap comes next.
            let applied = DispatchSemaphore(value: 0)
            Task {
                try await projector.catchUp(through: try await log.add(["c"]))
                applied.signal()
            }
            applied.wait()
        }
        #expect(try store.position(of: "tally") == Position(3))
        #expect(try store.list(comparedWith: log)[0].generation == 2)
        #expect(try await rebuild.check("tally").isEqual)
    }

    @Test("nothing is written to rows that were replaced")
    func writesNothingToOldRows() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(1))
        let (number, old) = try #require(try store.current(store.groups[0]))
        try await log.add(["b"])
        _ = try await Rebuilder(store, of: log).rebuild(["tally"])
        let directory = store.directory(of: store.groups[0])
        let batch = Batch(
            generation: old, context: (), log: log, limits: .live, isCurrent: { try directory.current() == number },
            clock: { .now() })
        guard case .superseded = try batch.run() else {
            Issue.record("the old rows went on")
            return
        }
        #expect(try old.summary().checkpoint.position == Position(1))
    }

    @Test("a group that can't be rebuilt keeps its rows, the others are rebuilt")
    func oneFails() async throws {
        let isPoisoned = Switch(false)
        let sick = ProjectionGroup.tally("sick") { if isPoisoned.value, $0.position == Position(2) { throw Poison() } }
        let store = ReadModelStore(directory: scratch.path, groups: [sick, .tally("well")])
        try await log.add(["a", "b", "c"])
        for group in store.groups { try await Projector(group, in: store, of: log).catchUp(through: Position(3)) }
        isPoisoned.value = true
        let report = try await Rebuilder(store, of: log).rebuild(["sick", "well"])
        #expect(Array(report.rebuilt.keys) == ["well"])
        #expect(report.failures["sick"].map { "\($0)" } == "event 2 Said: tally: poison")
        #expect(try store.list(comparedWith: log).map(\.generation) == [1, 2])
        #expect(try rows(store, "sick") == rows(store, "well"))
        #expect(scratch.names("sick") == ["0000000001", "current", "owner.lock", "rebuild.lock"])
    }

    @Test("cancelled, it changes nothing and leaves nothing")
    func cancelled() async throws {
        let started = Switch(false)
        let store = ReadModelStore(
            directory: scratch.path,
            groups: [.tally { _ in if started.value { try Task.checkCancellation() } }])
        try await log.addRandom(3_000, seed: 1)
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
        let rebuild = Task {
            try await Rebuilder(store, of: log).rebuild(["tally"]) { _ in
                started.value = true
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await rebuild.value }
        #expect(scratch.names("tally") == ["0000000001", "current", "owner.lock", "rebuild.lock"])
    }

    @Test("two at once: the second is told")
    func locked() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(1))
        let lock = try #require(try GroupLock.acquire(scratch.path + "/tally/rebuild.lock"))
        let error = await #expect(throws: ProjectionError.self) {
            try await Rebuilder(store, of: log).rebuild(["tally"])
        }
        #expect(error?.code == .locked)
        #expect(try store.list(comparedWith: log)[0].state == .building)
        withExtendedLifetime(lock) {}
    }

    @Test("what can't be swept does not make a rebuild fail")
    func sweepFails() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(1))
        // Too long a name to be given another.
        let leftover = scratch.path + "/tally/building-" + String(repeating: "7", count: 240)
        let report = try await Rebuilder(store, of: log).rebuild(["tally"]) { progress in
            // The log was read to its end; the swap comes next.
            try? FileManager.default.createDirectory(atPath: leftover, withIntermediateDirectories: false)
        }
        #expect(try report.get("tally") == Position(1))
        #expect(try store.list(comparedWith: log)[0].generation == 2)
        #expect(try await Rebuilder(store, of: log).rebuild(["tally"]).get("tally") == Position(1))
    }

    @Test("one that can't be put in place leaves its room to others")
    func cannotBePutInPlace() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: Position(1))
        // In the way of the file that the pointer is written to first.
        let inTheWay = scratch.path + "/tally/current.\(getpid()).new"
        let report = try await Rebuilder(store, of: log).rebuild(["tally"]) { progress in
            try? FileManager.default.createDirectory(atPath: inTheWay, withIntermediateDirectories: false)
        }
        #expect(report.failures["tally"] != nil)
        #expect(try store.list(comparedWith: log)[0].generation == 1)
        #expect(!scratch.names("tally").contains("0000000002"))
        #expect(try await Rebuilder(store, of: log).rebuild(["tally"]).get("tally") == Position(1))
    }

    @Test("what a killed one left is swept by the next owner")
    func ownerSweeps() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let head = try await log.add(["a"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: head)
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/tally/building-2", withIntermediateDirectories: false)
        do {
            let lock = try #require(try GroupLock.acquire(scratch.path + "/tally/rebuild.lock"))
            try await Projector(store.groups[0], in: store, of: log).catchUp(through: head)
            #expect(scratch.names("tally").contains("building-2"), "it may be somebody's work")
            withExtendedLifetime(lock) {}
        }
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: head)
        #expect(!scratch.names("tally").contains("building-2"))
    }
}
