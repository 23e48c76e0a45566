import EventLog
import EventLogTesting
import Foundation
import LMDB
import Testing

@testable import Projections

@Suite("Damage")
struct DamageTests {
    let scratch: Scratch
    let log = InMemoryEventStore()

    init() throws { scratch = try Scratch() }

    /// What can happen to the current generation, the first, while nobody has it open.
    enum Kind {
        static let all: [Kind] = [
            .cutShort, .metaPages, .pointer, .noDirectory, .noFile, .noMetaTable, .noTable, .noCheckpoint,
            .badCheckpoint, .absurdCheckpoint, .badStop,
        ]
        case cutShort, metaPages, pointer, noDirectory, noFile, noMetaTable, noTable, noCheckpoint, badCheckpoint,
            absurdCheckpoint, badStop
        case newerCheckpoint, rowPages

        func happen(to group: String) throws {
            let generation = group + "/0000000001"
            let file = generation + "/data.mdb"
            switch self {
            case .cutShort: #expect(truncate(file, 5_000) == 0)
            case .metaPages:
                let handle = try #require(FileHandle(forWritingAtPath: file))
                try handle.write(contentsOf: Data(repeating: 0xA5, count: 8_192))
                try handle.close()
            case .pointer: try Data("nonsense\n".utf8).write(to: URL(filePath: group + "/current"))
            case .noDirectory: try FileManager.default.removeItem(atPath: generation)
            case .noFile: try FileManager.default.removeItem(atPath: file)
            case .noMetaTable: try Kind.edit(generation, without: Generation.metaTable)
            case .noTable: try Kind.edit(generation, without: Tally.counts.name)
            case .noCheckpoint: try Kind.edit(generation, checkpoint: .some(nil))
            case .badCheckpoint: try Kind.edit(generation, checkpoint: [0, 0, 0, 0, 0, 0, 0, 1, 7])
            case .absurdCheckpoint:
                // Of 18 quintillion projections.
                let bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 32)
                try Kind.edit(generation, checkpoint: bytes + [UInt8](repeating: 0xFF, count: 8))
            case .rowPages:
                // As after a crash of a disk that kept a hole.
                var content = try Data(contentsOf: URL(filePath: file))
                for start in stride(from: 0, to: content.count, by: 4_096) {
                    let page = start..<min(start + 4_096, content.count)
                    guard content[page].range(of: Data(RowKey("say1").bytes)) != nil else { continue }
                    content.replaceSubrange(page, with: Data(count: page.count))
                }
                try content.write(to: URL(filePath: file))
            case .newerCheckpoint: try Kind.edit(generation, checkpoint: [0, 0, 0, 0, 0, 0, 0, 2, 7])
            case .badStop: try Kind.edit(generation, stop: [1])
            }
        }

        /// Makes the environment anew with no more than what is wanted of it.
        private static func edit(
            _ path: String, without table: String? = nil, checkpoint: [UInt8]?? = .none, stop: [UInt8]? = nil
        ) throws {
            let old = try Environment(directory: path)
            let meta = try old.openTable(TableDefinition(Generation.metaTable, keyedBy: String.self))
            let whole = try old.read { try $0.get("checkpoint", in: meta)?.withUnsafeBytes { Array($0) } }
            old.close()
            try FileManager.default.removeItem(atPath: path + "/data.mdb")
            let new = try Environment(directory: path)
            for name in [Tally.counts.name, Tally.order.name] where name != table {
                _ = try new.openTable(TableDefinition(name, keyedBy: [UInt8].self))
            }
            if table != Generation.metaTable {
                let meta = try new.openTable(TableDefinition(Generation.metaTable, keyedBy: String.self))
                try new.write { transaction in
                    if let bytes = checkpoint ?? whole { try transaction.put(bytes, for: "checkpoint", in: meta) }
                    if let stop { try transaction.put(stop, for: "stop", in: meta) }
                }
            }
            new.close()
        }
    }

    /// Makes rows, does the damage to them, and gives what they were.
    private func damagedRows(_ kind: Kind) async throws -> [String] {
        try await log.addRandom(600, seed: 5)
        let whole: [String]
        do {
            let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
            try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
            whole = try rows(store)
        }
        try kind.happen(to: scratch.path + "/tally")
        return whole
    }

    @Test("is replaced by a rebuild", arguments: Kind.all)
    func rebuild(_ kind: Kind) async throws {
        let whole = try await damagedRows(kind)
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let report = try await Rebuilder(store, of: log).rebuild(["tally"])
        #expect(try report.get("tally") == log.head())
        #expect(report.repaired.keys.contains("tally"))
        #expect(try rows(store) == whole)
        #expect(try store.list(comparedWith: log)[0].state == .live)
        #expect(try await Rebuilder(store, of: log).check("tally").isEqual)
    }

    @Test("is replaced by whoever owns the group", arguments: Kind.all)
    func repair(_ kind: Kind) async throws {
        let whole = try await damagedRows(kind)
        let told = Switch<[Repair]>([])
        let store = ReadModelStore(
            directory: scratch.path, groups: [.tally()], onRepair: { group, repair in told.value.append(repair) })
        guard case .damaged(let reason) = try store.list(comparedWith: log)[0].state else {
            Issue.record("not seen")
            return
        }
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
        #expect(try rows(store) == whole)
        #expect(try store.list(comparedWith: log)[0].state == .live)
        #expect(told.value.map(\.reason) == [reason])
        #expect(try store.list(comparedWith: log)[0].repair == told.value.first)
        _ = try await Rebuilder(store, of: log).rebuild(["tally"])
        #expect(try store.list(comparedWith: log)[0].repair == nil)
        #expect(try await Rebuilder(store, of: log).check("tally").isEqual)
    }

    @Test("of a page of rows is repaired when an event needs it")
    func page() async throws {
        _ = try await damagedRows(.rowPages)
        let told = Switch<[Repair]>([])
        let store = ReadModelStore(
            directory: scratch.path, groups: [.tally()], onRepair: { _, repair in told.value.append(repair) })
        #expect(try store.list(comparedWith: log)[0].state == .live, "nobody has looked")
        let position = try await log.add((0..<20).map { "say\($0)" })
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: position)
        #expect(told.value.count == 1)
        #expect(try store.list(comparedWith: log)[0].repair == told.value.first)
        #expect(try await Rebuilder(store, of: log).check("tally").isEqual)
    }

    @Test("is not replaced under an owner that may still apply events", .timeLimit(.minutes(1)))
    func owned() async throws {
        _ = try await damagedRows(.metaPages)
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let directory = store.directory(of: store.groups[0])
        do {
            let owner = try #require(try GroupLock.acquire(directory.ownerLock))
            let report = try await Rebuilder(store, of: log).rebuild(["tally"])
            #expect((report.failures["tally"] as? ProjectionError)?.code == .locked)
            #expect(try directory.current() == 1)
            withExtendedLifetime(owner) {}
        }
        #expect(try await Rebuilder(store, of: log).rebuild(["tally"]).get("tally") == log.head())
    }

    @Test("whose rows can't all be made again is replaced up to the event that stops it")
    func repairStops() async throws {
        _ = try await damagedRows(.metaPages)
        let sick = ProjectionGroup.tally { if $0.position == Position(400) { throw Poison() } }
        let store = ReadModelStore(directory: scratch.path, groups: [sick])
        let error = await #expect(throws: ProjectionError.self) {
            try await Projector(sick, in: store, of: log).catchUp(through: log.head())
        }
        #expect(error?.code == .stopped)
        let status = try store.list(comparedWith: log)[0]
        guard case .stopped(let stop) = status.state else {
            Issue.record("not stopped")
            return
        }
        #expect(stop.position == Position(400))
        #expect(status.position == Position(399))
        #expect(status.repair != nil)
    }

    @Test("a checkpoint of a newer program's form is left alone by a projector, and replaced by a rebuild")
    func newerForm() async throws {
        _ = try await damagedRows(.newerCheckpoint)
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        let error = await #expect(throws: ProjectionError.self) {
            try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
        }
        #expect(error?.code == .superseded)
        #expect(try store.directory(of: store.groups[0]).current() == 1)
        #expect(try await Rebuilder(store, of: log).rebuild(["tally"]).get("tally") == log.head())
    }

    @Test("under a running projector is replaced by it at the next event")
    func repairWhileRunning() async throws {
        let store = ReadModelStore(directory: scratch.path, groups: [.tally()])
        try await running([Projector(store.groups[0], in: store, of: log)]) {
            try await store.wait(for: "tally", until: try await log.add(["a"]), timeout: .seconds(60))
            try Kind.pointer.happen(to: scratch.path + "/tally")
            let position = try await log.add(["b"])
            try await eventually({ (try? store.position(of: "tally")) == position }, "it goes on")
            // The rows are in place a moment before the lock under which they were made is given back.
            try await eventually({ try store.list(comparedWith: log)[0].state == .live }, "it is live")
        }
    }
}
