import EventLog
import EventLogTesting
import Foundation
import LMDB
import Testing

@testable import Projections

@Suite("Projectors")
struct ProjectorTests {
    let scratch: Scratch
    let log = InMemoryEventStore()

    init() throws { scratch = try Scratch() }

    @Test("apply each event as it comes, and answers say how far they are")
    func follow() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            for round in 1...20 {
                let position = try await log.add(["say\(round)", "say"])
                try await store.wait(for: "tally", until: position, timeout: .seconds(60))
                let (count, at) = try store.read("tally") { (try $0.get(RowKey("say"), in: Tally.counts), $0.position) }
                #expect(count == UInt64(round))
                #expect(at == position)
            }
        }
    }

    @Test("apply each event exactly once, wherever a transaction is cut", arguments: [UInt64.random(in: 0...999_999)])
    func exactlyOnce(seed: UInt64) async throws {
        var random = Seeded(seed)
        let failAt = Switch<Set<UInt64>>([])
        let group = ProjectionGroup.tally { event in
            if failAt.value.contains(event.position.rawValue) { throw LMDBError(.diskFull, "write") }
        }
        let store = ReadModelStore(directory: scratch.path, groups: [group])
        let projector = Projector(group, in: store, of: log)
        for _ in 0..<20 {
            let head = try await log.addRandom(Int.random(in: 1...300, using: &random), seed: random.next())
            failAt.value = [UInt64.random(in: 1...head.rawValue, using: &random), head.rawValue]
            _ = try? await projector.catchUp(through: head)
            #expect(try store.position(of: "tally") ?? .beginning < head, "a full disk is no reason to stop or to skip")
            #expect(try store.list(comparedWith: log)[0].state == .live, "a full disk passes; a stop would stay")
            failAt.value = []
            try await projector.catchUp(through: head)
            #expect(try store.position(of: "tally") == head)
        }
        let total = try store.read("tally") { try $0.rows(of: Tally.counts, limit: .max).reduce(0) { $0 + $1.value } }
        #expect(total == log.head().rawValue, "seed \(seed)")
        #expect(try await Rebuilder(store, of: log).check("tally").isEqual, "seed \(seed)")
    }

    @Test("stop before an event that can't be applied, show it, and leave the others alone")
    func stop() async throws {
        let isPoisoned = Switch(true)
        let sick = ProjectionGroup.tally("sick") {
            if isPoisoned.value, $0.payload.elementsEqual("bad".utf8) { throw Poison() }
        }
        let store = ReadModelStore(directory: scratch.path, groups: [sick, .tally("well")])
        try await running(store.groups.map { Projector($0, in: store, of: log) }) {
            let head = try await log.add(["good", "bad", "good"])
            try await store.wait(for: "well", until: head, timeout: .seconds(60))
            try await eventually({
                if case .stopped = try store.list(comparedWith: log)[0].state { true } else { false }
            })

            let status = try store.list(comparedWith: log)
            guard case .stopped(let stop) = status[0].state else { return }
            let bad = try log.read(.all, from: Position(2), backwards: false, limit: 1)[0]
            #expect(stop.position == Position(2))
            #expect(stop.eventID == bad.id)
            #expect(stop.type == "Said")
            #expect(stop.reason == "tally: poison")
            #expect(status[0].position == Position(1))
            #expect(status[0].lag == 2)
            #expect(status[1].state == .live)
            #expect(try rows(store, "sick").count == 2, "of the event at which it stopped nothing may be left")
            let error = await #expect(throws: ProjectionError.self) {
                try await store.wait(for: "sick", until: head, timeout: .seconds(60))
            }
            #expect(error?.code == .stopped)

            isPoisoned.value = false
            #expect(try store.position(of: "sick") == Position(1), "nothing is retried unasked")
            try store.retry("sick")
            try await store.wait(for: "sick", until: head, timeout: .seconds(60))
            #expect(try store.list(comparedWith: log)[0].state == .live)
            #expect(try rows(store, "sick") == rows(store, "well"))
        }
    }

    @Test("stored stops are seen by a process that only looks")
    func stopIsStored() async throws {
        let sick = ProjectionGroup.tally { if $0.position == Position(2) { throw Poison() } }
        do {
            let store = ReadModelStore(directory: scratch.path, groups: [sick])
            try await log.add(["a", "b"])
            let error = await #expect(throws: ProjectionError.self) {
                try await Projector(sick, in: store, of: log).catchUp(through: Position(2))
            }
            #expect(error?.code == .stopped)
        }
        let other = ReadModelStore(directory: scratch.path, groups: [.tally()])
        guard case .stopped(let stop) = try other.list(comparedWith: log)[0].state else {
            Issue.record("not stopped")
            return
        }
        #expect(stop.position == Position(2))
        // The next start tries again, here with a version that can.
        try await Projector(other.groups[0], in: other, of: log).catchUp(through: Position(2))
        #expect(try other.list(comparedWith: log)[0].state == .live)
    }

    @Test("take rows that were made from another log away and make new ones")
    func foreignLog() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add(["one", "two", "three"])
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
        let other = InMemoryEventStore()
        try await other.add(["uno", "due"])
        #expect(try store.list(comparedWith: other)[0].state == .building)
        try await Projector(store.groups[0], in: store, of: other).catchUp(through: other.head())
        let names = try store.read("tally") { try $0.rows(of: Tally.counts, limit: .max).map(\.key) }
        #expect(names == [RowKey("due"), RowKey("uno")])
    }

    @Test(
        "notice a log that was put back to an earlier state and went on differently",
        arguments: [["x"], ["x", "y", "z"]])
    func restoredLog(_ texts: [String]) async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let past = Relabelled(log, id: UUID())
        try await log.add(["one", "two"])
        try await Projector(store.groups[0], in: store, of: past).catchUp(through: past.head())
        let restored = Relabelled(InMemoryEventStore(), id: past.logID)
        try await restored.add(texts)
        try await Projector(store.groups[0], in: store, of: restored).catchUp(through: restored.head())
        let names = try store.read("tally") { try $0.rows(of: Tally.counts, limit: .max).map(\.key) }
        #expect(names == texts.map { RowKey($0) })
        #expect(try store.position(of: "tally") == restored.head())
    }
}

/// A store that passes for another one.
final class Relabelled: EventStore {
    let logID: UUID
    private let store: InMemoryEventStore
    let reads = Switch(0)

    init(_ store: InMemoryEventStore, id: UUID) {
        self.store = store
        logID = id
    }

    func head() throws -> Position { store.head() }
    func page(_ query: Query, from: Position?, backwards: Bool, limit: Int) throws -> EventPage {
        reads.value += 1
        return try store.page(query, from: from, backwards: backwards, limit: limit)
    }
    func append(_ events: [Event], condition: AppendCondition?, context: CommandContext) async throws -> Outcome {
        try await store.append(events, condition: condition, context: context)
    }
    func execute<State>(_ handler: CommandHandler<State>) async throws -> Outcome { try await store.execute(handler) }
    func waitForEvents(after position: Position) async throws { try await store.waitForEvents(after: position) }
}
