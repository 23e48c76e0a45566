import EventLog
import Foundation
import Testing

/// What the index and the tail answer together is what a scan of the log finds.
@Suite struct QueryTests {
    @Test(arguments: 0..<6)
    func answersAreThoseOfAScan(_ number: Int) async throws {
        var random = SeededGenerator()
        let scratch = try ScratchLog()
        var log = try scratch.open { $0.tailBytes = [2_000, 30_000, 1 << 26][number % 3] }
        defer { log.close() }
        for round in 0..<60 {
            let events = (0..<Int.random(in: 1...12, using: &random)).map { _ in randomEvent(&random) }
            _ = try await log.append(events)
            if round == 30 {
                log.close()
                log = try scratch.open { $0.tailBytes = 4_000 }
            }
            if round % 6 == 5 { try compare(log, &random) }
        }
    }

    /// Thousands of entries of one tag in the index and more of them in the tail.
    @Test func aHotTagIsReadAcrossPages() async throws {
        let scratch = try ScratchLog()
        try await scratch.withLog {
            $0.tailBytes = 100_000
        } _: { log in
            for start in stride(from: 0, to: 6_000, by: 500) {
                _ = try await log.append(
                    (start..<start + 500).map {
                        noted(["hot", EventTag("n:\($0)")], type: $0 % 3 == 0 ? "Third" : "Noted")
                    })
            }
            try await eventually { try log.statistics().indexedThrough > Position(3_000) }
            let thirds = (0..<6_000).filter { $0 % 3 == 0 }.map { Position(UInt64($0 + 1)) }
            let query = Query(types: ["Third"], tags: ["hot"])
            #expect(try log.read(query).map(\.position) == thirds)
            for limit in [1, 499, 500, 501, 1_023, 1_024, 1_025, 2_000] {
                var paged: [Position] = []
                while let last = Optional(try log.read(query, from: paged.last?.next, backwards: false, limit: limit)),
                    !last.isEmpty
                { paged += last.map(\.position) }
                #expect(paged == thirds, "pages of \(limit)")
                let backwards = try log.read(query, from: nil, backwards: true, limit: limit)
                #expect(backwards.map(\.position) == Array(thirds.reversed().prefix(limit)))
            }
            #expect(try log.read(Query(tags: ["n:4321", "hot"])).map(\.position) == [Position(4_322)])
        }
    }

    /// How many are wanted says nothing about how many have to be looked at.
    @Test func aPageOfOneCostsNoMoreThanAWholeOneWhenNothingMatches() async throws {
        let scratch = try ScratchLog()
        try await scratch.withLog { log in
            for _ in 0..<2 { _ = try await log.append((0..<5_000).map { noted([$0 % 2 == 0 ? "a" : "b"]) }) }
        }
        try await scratch.withLog { log in
            #expect(try log.statistics().indexedThrough == Position(10_000))
            // As many again in the tail.
            for _ in 0..<2 { _ = try await log.append((0..<5_000).map { noted([$0 % 2 == 0 ? "a" : "b"]) }) }
            func duration(_ limit: Int) throws -> Duration {
                let durations = try (0..<3).map { _ in
                    let start = ContinuousClock.now
                    let found = try log.read(Query(tags: ["a", "b"]), limit: limit)
                    #expect(found.isEmpty)
                    return ContinuousClock.now - start
                }
                return durations.min()!
            }
            let (whole, one) = (try duration(10_000), try duration(1))
            #expect(one < whole * 4)
        }
    }

    private func randomEvent(_ random: inout SeededGenerator) -> Event {
        let tags = (0..<5).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map { EventTag("t\($0)") }
        return noted(tags, type: EventType("T\(Int.random(in: 0..<3, using: &random))"))
    }

    private func compare(_ log: EventLog, _ random: inout SeededGenerator) throws {
        var all: [SequencedEvent] = []
        for position in 1...(try log.head().rawValue) {
            all += try log.read(.all, from: Position(position), backwards: false, limit: 1)
        }
        for _ in 0..<30 {
            let items = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let event = randomEvent(&random)
                let types = Bool.random(using: &random) || event.tags.isEmpty ? [event.type, "T1"] : []
                return QueryItem(types: types, tags: Array(event.tags.prefix(2)))
            }
            let query = Query(items)
            let backwards = Bool.random(using: &random)
            let limit = [1, 2, 3, 7, 100, 10_000].randomElement(using: &random)!
            let from = [nil, Position(.random(in: 0...UInt64(all.count) + 2, using: &random))].randomElement(
                using: &random)!
            var expected = all.filter { event in
                guard query.matches(type: event.type, tags: event.tags) else { return false }
                guard let from else { return true }
                return backwards ? event.position <= from : event.position >= from
            }
            if backwards { expected.reverse() }
            let found = try log.read(query, from: from, backwards: backwards, limit: limit)
            #expect(
                found.map(\.position) == expected.prefix(limit).map(\.position),
                "seed \(random.seed): \(items), \(limit)")
        }
    }
}
