import EventLog

extension EventStoreContract {
    /// Each with what it matches among the events of ``withSixEvents``.
    private static let examples: [(query: Query, positions: [UInt64])] = [
        (.all, [1, 2, 3, 4, 5, 6]),
        (Query(types: ["T"]), [1, 2, 4]),
        (Query(types: ["T", "U"]), [1, 2, 3, 4]),
        (Query(types: ["None"]), []),
        (Query(tags: ["a"]), [1, 3, 5]),
        (Query(tags: ["a", "b"]), [3, 5]),
        (Query(tags: ["b", "a"]), [3, 5]),
        (Query(tags: ["a", "b", "c"]), [5]),
        (Query(tags: ["a", "none"]), []),
        (Query(types: ["T"], tags: ["a"]), [1]),
        (Query(types: ["T", "U"], tags: ["a"]), [1, 3]),
        (Query(types: ["T", "U", "V"], tags: ["a", "b"]), [3, 5]),
        (Query([QueryItem(types: ["V"]), QueryItem(tags: ["a"])]), [1, 3, 5]),
        (Query([QueryItem(types: ["W"]), QueryItem(types: ["T"], tags: ["b"])]), [2, 6]),
        (Query([QueryItem(tags: ["a"]), QueryItem(tags: ["b"]), QueryItem(types: ["T"])]), [1, 2, 3, 4, 5]),
    ]

    private static func withSixEvents(_ store: any EventStore) async throws {
        try await store.add(event("T", "a"))
        try await store.add(event("T", "b"), event("U", "a", "b"))
        try await store.add(event("T"))
        try await store.add(event("V", "b", "c", "a"), event("W", "d"))
    }

    static let queries: [ContractCase] =
        examples.map { example in
            ContractCase("The query \(describe(example.query)) matches \(example.positions) of six events") { store in
                try await withSixEvents(store)
                try expect(store.positions(example.query), is: example.positions)
                try expect(store.positions(example.query, backwards: true), is: example.positions.reversed())
                for from: UInt64 in 1...7 {
                    let expected = example.positions.filter { $0 >= from }
                    try expect(store.positions(example.query, from: from), is: expected, "from \(from):")
                }
            }
        } + [
            ContractCase("An event that matches several items comes once") { store in
                try await store.add(event("T", "a", "b"))
                let query = Query([QueryItem(tags: ["a"]), QueryItem(tags: ["b"]), QueryItem(types: ["T"])])
                try expect(store.positions(query), is: [1])
                try expect(store.positions(query, backwards: true, limit: 2), is: [1])
            },
            ContractCase("Tags and types are opaque: every byte counts, nothing else") { store in
                let names = ["a", "A", "a ", "a\0", "a:b", "é", "e\u{301}", "user:1", "user:10", "ß", "ss", "*", "%"]
                for name in names { try await store.add(event(EventType(name), Tag(name))) }
                for (index, name) in names.enumerated() {
                    try expect(store.positions(Query(tags: [Tag(name)])), is: [UInt64(index + 1)], "\(name):")
                    try expect(store.positions(Query(types: [EventType(name)])), is: [UInt64(index + 1)], "\(name):")
                }
                try await store.add(event("T", "é", "e\u{301}"))
                let found = try store.read(.all, from: Position(UInt64(names.count + 1)))
                try expect(
                    found.map { $0.tags.map { Array($0.rawValue.utf8) } }, is: [[[195, 169], [101, 204, 129]]])
            },
            ContractCase("A tag is not a type: the same word on both sides is two things") { store in
                try await store.add(event("x", "y"), event("y", "x"))
                try expect(store.positions(Query(tags: ["x"])), is: [2])
                try expect(store.positions(Query(types: ["x"])), is: [1])
                try expect(store.positions(Query(types: ["x"], tags: ["x"])), is: [])
            },
        ]

    private static func describe(_ query: Query) -> String {
        guard let items = query.items else { return "for all" }
        return items.map { item in
            let types = item.types.map(\.rawValue).joined(separator: "|")
            let tags = item.tags.map(\.rawValue).joined(separator: "&")
            return "(\([types, tags].filter { !$0.isEmpty }.joined(separator: ", ")))"
        }.joined(separator: " or ")
    }
}
