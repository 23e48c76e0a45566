import EventLog
import EventLogTesting
import Foundation
import Testing

@testable import Projections

/// Puts a row at each key it is given, as bytes.
private struct Keys: Projection {
    static let table = RowTable("keys", key: [], of: UInt64.self)
    let name = "keys"
    let version = 1
    let tables = [table.shape]

    func apply(_ event: SequencedEvent, to rows: inout Rows) throws {
        try rows.put(event.position.rawValue, for: RowKey(bytes: Array(event.payload)), in: Keys.table)
    }
}

@Suite("Row ranges")
struct RowRangeTests {
    @Test("give what a sorted list would", arguments: [UInt64.random(in: 0...999_999)])
    func likeASortedList(seed: UInt64) async throws {
        var random = Seeded(seed)
        let (scratch, log) = (try Scratch(), InMemoryEventStore())
        let store = ReadModelStore(directory: scratch.path, groups: [ProjectionGroup(Keys())])
        let keys = Set((0..<60).map { _ in key(&random, 1) })
        _ = try await log.append(
            keys.map { Event(id: UUID(), type: "Key", tags: [], payload: $0.bytes) }, condition: nil,
            context: CommandContext(actor: "tests"))
        try await Projector(store.groups[0], in: store, of: log).catchUp(through: log.head())
        for _ in 0..<2_000 {
            let prefix = key(&random, 0)
            let place = key(&random, 0)
            let isBackwards = Bool.random(using: &random)
            let start = [RowRange.Start.edge, .at(place), .after(place)].randomElement(using: &random) ?? .edge
            let limit = Int.random(in: 0...10, using: &random)
            var expected = keys.filter { $0.hasPrefix(prefix) }.sorted()
            if isBackwards { expected.reverse() }
            expected = expected.filter { key in
                switch start {
                case .edge: true
                case .at(let place): isBackwards ? key <= place : key >= place
                case .after(let place): isBackwards ? key < place : key > place
                }
            }
            let range = RowRange(prefix: prefix, start: start, isBackwards: isBackwards)
            let found = try store.read("keys") { try $0.rows(range, of: Keys.table, limit: limit).map(\.key) }
            #expect(found == Array(expected.prefix(limit)), "seed \(seed), \(range), limit \(limit)")
        }
    }

    private func key(_ random: inout Seeded, _ minimum: UInt64) -> RowKey {
        RowKey(
            bytes: (0..<minimum + random.next() % 3).map { _ in
                [0, 1, 0x7F, 0xFE, 0xFF].randomElement(using: &random) ?? 0
            })
    }
}
