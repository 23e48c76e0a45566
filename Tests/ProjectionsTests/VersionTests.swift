import EventLog
import EventLogTesting
import Foundation
import Testing

@testable import Projections

@Suite("Versions")
struct VersionTests {
    let scratch: Scratch
    let log = InMemoryEventStore()

    init() throws { scratch = try Scratch() }

    private func makeVersionOne() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.addRandom(300, seed: 3)
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
    }

    @Test("a new one rebuilds by itself while the old rows answer")
    func rebuilds() async throws {
        try await makeVersionOne()
        let mayGoOn = Switch(false)
        let store = ReadModelStore(
            directory: scratch.path,
            groups: [
                .tally(version: 2) { event in
                    while event.position == Position(150), !mayGoOn.value { usleep(1_000) }
                }
            ])
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            try await eventually({ scratch.names("tally").contains("building-2") })
            let status = try store.list(comparedWith: log)[0]
            #expect(status.state == .building)
            #expect(status.rowsMadeBy == [ProjectionVersion(name: "tally", version: 1)])
            #expect(status.members == [ProjectionVersion(name: "tally", version: 2)])
            #expect(try rows(store).count > 300 / 2)
            #expect(try store.position(of: "tally") == Position(300))
            mayGoOn.value = true
            try await eventually({ try store.list(comparedWith: log)[0].state == .live })
            #expect(try store.list(comparedWith: log)[0].generation == 2)
            #expect(try store.list(comparedWith: log)[0].rowsMadeBy == [ProjectionVersion(name: "tally", version: 2)])
            try await store.wait(for: "tally", until: try await log.add(["more"]), timeout: .seconds(60))
        }
    }

    @Test("one that meets an event it can't apply stops, visibly, and the old rows still answer")
    func stops() async throws {
        try await makeVersionOne()
        let attempts = Switch(0)
        let store = ReadModelStore(
            directory: scratch.path,
            groups: [
                .tally(version: 2) { event in
                    if event.position == Position(7) {
                        attempts.value += 1
                        throw Poison()
                    }
                }
            ])
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            try await eventually({
                if case .stopped = try store.list(comparedWith: log)[0].state { true } else { false }
            })
            #expect(try store.position(of: "tally") == Position(300))
            try await Task.sleep(for: .milliseconds(700))
            #expect(attempts.value == 1, "not again and again")
        }
    }

    @Test("rows that another version puts in place under a running projector are left alone")
    func superseded() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally(), .tally("other")])
        let old = Projector(store.groups[0], in: store, of: log)
        try await running([old]) {
            let position = try await log.add(["a"])
            try await store.wait(for: "tally", until: position, timeout: .seconds(60))
            // As another process with a newer program would.
            let newer = ProjectionGroup.tally(version: 2)
            _ = try RebuildPass([newer], store: store, log: log).run { _ in }.get("tally")
            let next = try await log.add(["b"])
            try await eventually({ await !old.isOwner })
            try await Task.sleep(for: Projector.retryInterval * 2)
            #expect(try store.position(of: "tally") ?? .maximum < next)
            #expect(await !old.isOwner)
            #expect(try store.list(comparedWith: log)[0].generation == 2)
        }
    }

    @Test("rows of a newer program are left alone by an older one")
    func newer() async throws {
        let newer = ReadModelStore(directory: scratch.path, groups: [.tally(version: 2)])
        let position = try await log.add(["a"])
        try await Projector(newer.groups[0], in: newer, of: log).catchUp(through: position)
        let older = Projector(.tally(), in: newer, of: log)
        let error = await #expect(throws: ProjectionError.self) { try await older.catchUp(through: position) }
        #expect(error?.code == .superseded)
        #expect(await !older.isOwner)
        #expect(try newer.list(comparedWith: log)[0].generation == 1)
        #expect(try newer.list(comparedWith: log)[0].rowsMadeBy == newer.groups[0].versions)
    }

    @Test("of two sets at most one is newer, so that they never replace each other for ever")
    func order() {
        struct Member: Projection {
            var name: String
            var version: Int
            let tables: [TableShape] = []
            func apply(_ event: SequencedEvent, to rows: inout Rows) {}
        }
        func group(_ versions: [String: Int]) -> ProjectionGroup {
            ProjectionGroup("group", versions.map { Member(name: $0.key, version: $0.value) })
        }
        func isNewer(_ a: [String: Int], _ b: [String: Int]) -> Bool { group(a).isNewer(than: group(b).versions) }
        #expect(isNewer(["a": 2], ["a": 1]))
        #expect(isNewer(["a": 1, "b": 1], ["a": 1]), "one was added")
        #expect(!isNewer(["a": 1], ["a": 1, "b": 1]), "it was added there, or removed here: who can tell")
        #expect(isNewer(["a": 2], ["a": 1, "b": 1]), "removed here")
        #expect(!isNewer(["a": 2, "b": 1], ["a": 1, "b": 2]), "neither")
        let some = (0...2).flatMap { a in (0...2).flatMap { b in (0...2).map { c in ["a": a, "b": b, "c": c] } } }
            .map { $0.filter { $0.value > 0 } }.filter { !$0.isEmpty }
        for one in some {
            for other in some { #expect(!(isNewer(one, other) && isNewer(other, one)), "\(one) \(other)") }
            #expect(!isNewer(one, one))
        }
    }

    @Test("rows of an older program under a running projector are rebuilt by it")
    func olderUnderRunning() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally(version: 2)])
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            try await store.wait(for: "tally", until: try await log.add(["a"]), timeout: .seconds(60))
            // As an operator with an older program would.
            _ = try RebuildPass([.tally()], store: store, log: log).run { _ in }.get("tally")
            let position = try await log.add(["b"])
            try await store.wait(for: "tally", until: position, timeout: .seconds(60))
            #expect(try store.list(comparedWith: log)[0].rowsMadeBy == store.groups[0].versions)
        }
    }

    @Test("a projector outlives what goes wrong while it waits for its own version")
    func waitsThroughTrouble() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let group = store.groups[0]
        let pointer = scratch.path + "/tally/current"
        try await running([Projector(group, in: store, of: log)]) {
            try await store.wait(for: "tally", until: try await log.add(["a"]), timeout: .seconds(60))
            _ = try RebuildPass([.tally(version: 2)], store: store, log: log).run { _ in }.get("tally")
            let position = try await log.add(["b"])
            try await eventually({ store.trouble(of: group)?.contains("superseded") == true })
            // Reading a directory fails, and it passes.
            try FileManager.default.moveItem(atPath: pointer, toPath: scratch.path + "/kept")
            try FileManager.default.createDirectory(atPath: pointer, withIntermediateDirectories: false)
            try await eventually({ store.trouble(of: group)?.contains("cannot read") == true }, "it says so")
            try FileManager.default.removeItem(atPath: pointer)
            try FileManager.default.moveItem(atPath: scratch.path + "/kept", toPath: pointer)
            _ = try RebuildPass([group], store: store, log: log).run { _ in }.get("tally")
            try await store.wait(for: "tally", until: position, timeout: .seconds(60))
            try await store.wait(for: "tally", until: try await log.add(["c"]), timeout: .seconds(60))
        }
    }
}
