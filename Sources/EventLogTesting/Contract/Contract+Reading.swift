import EventLog
import FoundationEssentials

extension EventStoreContract {
    static let reading: [ContractCase] = [
        ContractCase("An empty store has its head before the first position and gives nothing") { store in
            try store.expectEmpty()
            try expect(store.positions(Query(tags: ["a"])), is: [])
            try expect(store.positions(Query(types: ["T"]), backwards: true), is: [])
            try expect(store.leafHash(at: Position(1)) == nil, "a leaf hash of no event")
        },
        ContractCase("Positions are 1, 2, 3, … without gaps, also after a failed append") { store in
            for number: UInt64 in 1...3 {
                try expect(try await store.add(event("T", "a")).range, is: number...number)
                try await expect(.conflict) { try await store.add(event("T", "a"), unless: Query(tags: ["a"])) }
            }
            try expect(try await store.add(event("T"), event("T")).range, is: 4...5)
            try expect(store.positions(.all), is: [1, 2, 3, 4, 5])
            try expect(store.head(), is: Position(5))
        },
        ContractCase("Events are in order of position; backwards, in reverse") { store in
            for _ in 0..<5 { try await store.add(event("T", "a"), event("U", "b")) }
            try expect(store.positions(.all), is: Array(1...10))
            try expect(store.positions(.all, backwards: true), is: Array((1...10).reversed()))
            try expect(store.positions(Query(tags: ["b"])), is: [2, 4, 6, 8, 10])
            try expect(store.positions(Query(tags: ["b"]), backwards: true), is: [10, 8, 6, 4, 2])
        },
        ContractCase("`from` is the first position looked at, itself included, in both directions") { store in
            for _ in 0..<4 { try await store.add(event("T", "a"), event("U", "b")) }
            for query in [Query.all, Query([QueryItem(types: ["T"]), QueryItem(tags: ["b"])])] {
                try expect(store.positions(query, from: 6), is: [6, 7, 8])
                try expect(store.positions(query, from: 3, backwards: true), is: [3, 2, 1])
            }
            try expect(store.positions(Query(tags: ["a"]), from: 3), is: [3, 5, 7])
            try expect(store.positions(Query(tags: ["a"]), from: 4), is: [5, 7])
            try expect(store.positions(Query(tags: ["a"]), from: 4, backwards: true), is: [3, 1])
            try expect(store.positions(Query(types: ["T"]), from: 5, backwards: true), is: [5, 3, 1])
        },
        ContractCase("From past the head there is nothing forwards, and everything backwards") { store in
            try await store.add(event("T", "a"), event("T", "a"))
            for query in [Query.all, Query(tags: ["a"]), Query(types: ["T"])] {
                for past: UInt64 in [3, 1_000, .max] {
                    try expect(store.positions(query, from: past), is: [], "from \(past):")
                    try expect(store.positions(query, from: past, backwards: true), is: [2, 1], "from \(past):")
                }
                try expect(store.positions(query, from: 0), is: [1, 2])
                try expect(store.positions(query, from: 0, backwards: true), is: [])
            }
        },
        ContractCase("A page has at most `limit` events, and the next page begins where it ended") { store in
            for _ in 0..<7 { try await store.add(event("T", "a"), event("U", "b")) }
            let either = Query([QueryItem(types: ["T"]), QueryItem(tags: ["b"])])
            for query in [Query.all, Query(tags: ["a"]), Query(types: ["U"]), either] {
                for backwards in [false, true] {
                    let whole = try store.positions(query, backwards: backwards)
                    for limit in 1...5 {
                        var found: [UInt64] = []
                        var from: UInt64?
                        while true {
                            let page = try store.positions(query, from: from, backwards: backwards, limit: limit)
                            try expect(page.count <= limit, "\(page.count) events for a limit of \(limit)")
                            guard let last = page.last else { break }
                            found += page
                            from = backwards ? last - 1 : last + 1
                        }
                        try expect(found, is: whole, "in pages of \(limit):")
                    }
                }
            }
        },
        ContractCase("An event comes back as it was appended, with who caused it and its place in its append") {
            store in
            let id = UUID()
            let first = Event(
                id: UUID(), type: "Täg\0", schemaVersion: 65_535, tags: ["z", "a", "\n", "ä"], payload: [0, 255, 0])
            let second = Event(id: UUID(), type: "U", tags: [], payload: [])
            _ = try await store.append([first, second], condition: nil, context: context("grace", id: id))
            try await store.add(event("V"))
            let found = try store.read(.all)
            try expect(found.prefix(2).map(\.event), is: [first, second])
            try expect(found.map(\.actor), is: ["grace", "grace", "ada"])
            try expect(found.map(\.commandID), is: [id, id, nil])
            try expect(found.map(\.index), is: [0, 1, 0])
            try expect(found.map(\.count), is: [2, 2, 1])
        },
        ContractCase("The leaf hash of a position is that of its event, and of no other") { store in
            try await store.add(event("T", "a"), event("T", "a"))
            let found = try store.read(.all)
            try expect(found.map(\.leafHash.count), is: [32, 32])
            try expect(found[0].leafHash != found[1].leafHash, "two events have one leaf hash")
            try expect(store.leafHash(at: Position(1)), is: found[0].leafHash)
            try expect(store.leafHash(at: Position(2)), is: found[1].leafHash)
            try expect(store.leafHash(at: Position(3)) == nil, "a leaf hash past the head")
            try expect(store.leafHash(at: .beginning) == nil, "a leaf hash before the first event")
        },
    ]
}
