import EventLog
import Foundation
import Testing

@testable import Projections

@Suite("Row keys")
struct RowKeyTests {
    @Test("sort like their parts", arguments: [UInt64.random(in: 0...999_999)])
    func sortLikeTheirParts(seed: UInt64) {
        var random = Seeded(seed)
        for _ in 0..<2_000 {
            let (a, b) = (random.next() >> random.next() % 64, random.next() >> random.next() % 64)
            #expect((RowKey().ascending(a) < RowKey().ascending(b)) == (a < b), "seed \(seed)")
            #expect((RowKey().descending(a) < RowKey().descending(b)) == (a > b), "seed \(seed)")
            let times = (Timestamp(microseconds: Int64(bitPattern: a)), Timestamp(microseconds: Int64(bitPattern: b)))
            #expect((RowKey().time(times.0) < RowKey().time(times.1)) == (times.0 < times.1), "seed \(seed)")
            let texts = (text(&random), text(&random))
            let precedes = texts.0.utf8.lexicographicallyPrecedes(texts.1.utf8)
            #expect(
                (RowKey(texts.0).ascending(a) < RowKey(texts.1).ascending(b))
                    == (precedes || (texts.0 == texts.1 && a < b)), "seed \(seed)")
        }
    }

    @Test("are read as they were written")
    func areReadAsWritten() {
        let id = UUID()
        let key = RowKey(id).string("a\0b").time(Timestamp(microseconds: -5)).newestFirst(Position(7)).ascending(9)
        var reader = KeyReader(key)
        #expect(reader.uuid() == id)
        #expect(reader.string() == "a\0b")
        #expect(reader.time() == Timestamp(microseconds: -5))
        #expect(reader.newestFirst() == Position(7))
        #expect(reader.ascending() == 9)
        #expect(reader.isAtEnd)
        #expect(reader.uuid() == nil)
    }

    @Test("are told to people")
    func areTold() {
        let shape = RowTable("t", key: [.string("name"), .descending("position")], of: UInt64.self).shape
        #expect(shape.describe(RowKey("ada").newestFirst(Position(3))) == "name ada, position 3")
        #expect(shape.describe(RowKey(bytes: [1, 2])) == "key 0102")
    }

    private func text(_ random: inout Seeded) -> String {
        String(
            (0..<random.next() % 4).map { _ in ["a", "b", "\0", "\u{1}"].randomElement(using: &random) ?? "a" }.joined()
        )
    }
}
