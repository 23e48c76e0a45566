import EventLog
import EventLogTesting
import LMDB
import Testing

@testable import Projections

@Suite("Check")
struct CheckTests {
    let scratch: Scratch
    let log = InMemoryEventStore()
    let store: ReadModelStore

    init() async throws {
        scratch = try Scratch()
        store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await log.add((0..<500).map { "say\($0 % 7)" })
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
    }

    private func alter(_ body: (inout WriteTransaction, Generation) throws -> Void) throws {
        let generation = try #require(try store.current(store.groups[0])).generation
        try generation.environment.write { try body(&$0, generation) }
    }

    @Test("finds nothing where nothing was altered, and leaves nothing behind")
    func equal() async throws {
        let report = try await Rebuilder(store, of: log).check("tally")
        #expect(report.isEqual)
        #expect(report.first.isEmpty)
        #expect(report.rows == 507)
        #expect(report.events == 500)
        #expect(report.position == Position(500))
        #expect(scratch.names("tally") == ["0000000001", "current", "owner.lock", "rebuild.lock"])
    }

    @Test("finds a row that was altered, one that is missing, one too many")
    func different() async throws {
        try alter { transaction, generation in
            let counts = try generation.table("counts")
            try transaction.put(UInt64(1).rowBytes(), for: RowKey("say0").bytes, in: counts)
            try transaction.remove(RowKey("say1").bytes, from: counts)
            try transaction.put(UInt64(5).rowBytes(), for: RowKey("zzz").bytes, in: counts)
        }
        let report = try await Rebuilder(store, of: log).check("tally")
        #expect(report.differences == 3)
        #expect(report.tables.map(\.differences) == [3, 0])
        #expect(report.first.map(\.row) == ["text say0", "text say1", "text zzz"])
        #expect(report.first.map(\.live) == ["1", nil, "5"])
        #expect(report.first.map(\.rebuilt) == ["72", "72", nil])
        #expect(report.first[0].key == RowKey("say0").description)
    }

    @Test("counts every difference, and names the first ones")
    func many() async throws {
        try alter { transaction, generation in try transaction.removeAll(from: generation.table("order")) }
        let report = try await Rebuilder(store, of: log).check("tally")
        #expect(report.differences == 500)
        #expect(report.first.count == 20)
    }

    @Test("that fails leaves nothing behind")
    func fails() async throws {
        let other = InMemoryEventStore()
        let error = await #expect(throws: ProjectionError.self) { try await Rebuilder(store, of: other).check("tally") }
        #expect(error?.code == .notReady)
        let sick = ReadModelStore(directory: scratch.path + "/sick", groups: [.tally()])
        try await Projector(sick.groups[0], in: sick, of: log).catchUp(through: log.head())
        #expect(scratch.names("tally") == ["0000000001", "current", "owner.lock", "rebuild.lock"])
    }
}
