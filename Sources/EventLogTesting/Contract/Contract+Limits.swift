import EventLog
import FoundationEssentials

extension EventStoreContract {
    private static func name(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }
    private static func tags(_ count: Int) -> [Tag] { (0..<count).map { Tag("t\($0)") } }
    private static func tagged(_ tags: [Tag]) -> Event { Event(id: UUID(), type: "T", tags: tags, payload: []) }
    private static func sized(_ bytes: Int) -> Event {
        Event(id: UUID(), type: "T", tags: [], payload: Array(repeating: 7, count: bytes))
    }

    /// What exceeds a limit by one, and what just keeps it.
    private static let bounds: [(what: String, tooMuch: [Event], allowed: [Event])] = [
        ("64 tags an event", [tagged(tags(65))], [tagged(tags(64))]),
        ("255 bytes a tag", [tagged([Tag(name(256))])], [tagged([Tag(name(255))])]),
        (
            "255 bytes a tag, not characters", [tagged([Tag(String(repeating: "ä", count: 128))])],
            [tagged([Tag(String(repeating: "ä", count: 127))])]
        ),
        ("one byte a tag at least", [tagged([""])], [tagged(["x"])]),
        ("each tag once", [tagged(["a", "b", "a"])], [tagged(["a", "b"])]),
        ("255 bytes a type", [event(EventType(name(256)))], [event(EventType(name(255)))]),
        ("one byte a type at least", [event("")], [event("x")]),
        ("1 MiB a payload", [sized(1 << 20 + 1)], [sized(1 << 20)]),
        (
            "10,000 events an append", (0..<10_001).map { _ in sized(0) },
            (0..<10_000).map { _ in sized(0) }
        ),
        ("16 MiB an append", (0..<16).map { _ in sized(1 << 20) }, (0..<15).map { _ in sized(1 << 20) }),
    ]

    static let limits: [ContractCase] =
        bounds.map { bound in
            ContractCase("An append keeps the limit of \(bound.what), or is `invalid_input` and appends nothing") {
                store in
                try await expect(.invalidInput) {
                    _ = try await store.append(bound.tooMuch, condition: nil, context: context())
                }
                try await expect(.invalidInput, "execute") {
                    _ = try await execute(store, context(), .accepted(bound.tooMuch))
                }
                try await expect(.invalidInput, "behind a good one") {
                    _ = try await store.append([event("Good")] + bound.tooMuch, condition: nil, context: context())
                }
                try store.expectEmpty()
                let outcome = try await store.append(bound.allowed, condition: nil, context: context())
                try expect(outcome.position, is: Position(UInt64(bound.allowed.count)))
                try expect(store.read(.all).map(\.event) == bound.allowed, "the events came back otherwise")
            }
        } + [
            ContractCase("An actor has 1 to 255 bytes and a body digest at most 16, or it is `invalid_input`") {
                store in
                for bad in [context(""), context(name(256)), context(digest: Array(repeating: 1, count: 17))] {
                    try await expect(.invalidInput) {
                        _ = try await store.append([event("T")], condition: nil, context: bad)
                    }
                    try await expect(.invalidInput) { _ = try await execute(store, bad, .accepted([event("T")])) }
                }
                try store.expectEmpty()
                _ = try await store.append([event("T")], condition: nil, context: context(name(255)))
                try expect(store.read(.all).map(\.actor), is: [name(255)])
            },
            ContractCase("A query has at most 4,096 items, wherever it stands, or it is `invalid_input`") { store in
                let items = (0..<4_097).map { QueryItem(tags: [Tag("t\($0)")]) }
                let (tooMany, allowed) = (Query(items), Query(Array(items.dropLast())))
                try await expect(.invalidInput) { _ = try store.read(tooMany) }
                try await expect(.invalidInput) { try await store.add(event("T"), unless: tooMany) }
                try await expect(.invalidInput) {
                    _ = try await store.execute(
                        CommandHandler(context(), seeing: tooMany) { _ in .accepted([event("T")]) })
                }
                try store.expectEmpty()
                try await store.add(event("T", "t4095"), unless: allowed)
                try expect(store.positions(allowed), is: [1])
                try await expect(.conflict) { try await store.add(event("T"), unless: allowed) }
            },
            ContractCase("An item of a query has at most 64 tags, or it is `invalid_input`") { store in
                try await check(Query(tags: tags(65)), on: store, beside: Query(tags: tags(64)))
            },
            ContractCase("A query has at most 16,384 types and tags, or it is `invalid_input`") { store in
                let types = (0..<16_385).map { EventType("T\($0)") }
                try await check(Query(types: types), on: store, beside: Query(types: types.dropLast()))
                let items = Array(repeating: QueryItem(tags: tags(64)), count: 256)
                try await check(Query(items + [QueryItem(types: ["T"])]), on: store, beside: Query(items))
            },
            ContractCase("A type or a tag in a query has 1 to 255 bytes, or it is `invalid_input`") { store in
                let allowed = Query(types: [EventType(name(255))], tags: [Tag(name(255))])
                for bad in ["", name(256)] {
                    try await check(Query(tags: ["a", Tag(bad)]), on: store, beside: allowed)
                    try await check(Query(types: ["T", EventType(bad)]), on: store, beside: allowed)
                }
            },
            ContractCase("A page has 1 to 10,000 events, or it is `invalid_input`") { store in
                try await store.add(event("T", "a"))
                for limit in [0, -1, .min, 10_001, .max] {
                    for query in [Query.all, Query(tags: ["a"])] {
                        try await expect(.invalidInput, "\(limit)") { _ = try store.positions(query, limit: limit) }
                    }
                }
                for limit in [1, 10_000] { try expect(store.positions(.all, limit: limit), is: [1]) }
            },
            ContractCase("A page ends with the event that brings it to 8 MiB, and says where to go on") { store in
                for _ in 0..<2 {
                    _ = try await store.append((0..<10).map { _ in large() }, condition: nil, context: context())
                }
                try await store.add(event("T", "a"))
                for query in [Query.all, Query(tags: ["a"])] {
                    try checkPages(of: query, in: store, backwards: false, [[1, 8], [9, 16], [17, 21]])
                    try checkPages(of: query, in: store, backwards: true, [[21, 13], [12, 5], [4, 1]])
                    try expect(store.positions(query), is: Array(1...21))
                    try expect(store.positions(query, backwards: true, limit: 15), is: (7...21).reversed())
                }
            },
        ]

    private static func large() -> Event {
        Event(id: UUID(), type: "T", tags: ["a"], payload: Array(repeating: 7, count: 1 << 20))
    }

    /// - Parameter ends: the first and the last position of each page.
    private static func checkPages(
        of query: Query, in store: any EventStore, backwards: Bool, _ ends: [[UInt64]]
    ) throws {
        var found: [[UInt64]] = []
        var from: Position?
        repeat {
            let page = try store.page(query, from: from, backwards: backwards, limit: EventLogLimits.pageEvents)
            let positions = page.events.map(\.position.rawValue)
            found.append([positions.first ?? 0, positions.last ?? 0])
            from = page.next
        } while from != nil
        try expect(found, is: ends)
    }

    /// Wherever a query stands.
    private static func check(_ tooMuch: Query, on store: any EventStore, beside allowed: Query) async throws {
        try await expect(.invalidInput) { _ = try store.read(tooMuch) }
        try await expect(.invalidInput) { try await store.add(event("T"), unless: tooMuch) }
        try await expect(.invalidInput) {
            _ = try await store.execute(CommandHandler(context(), seeing: tooMuch) { _ in .accepted([event("T")]) })
        }
        try store.expectEmpty()
        try expect(store.positions(allowed), is: [])
    }
}
