import EventLog
import FoundationEssentials

extension EventStoreContract {
    private static let tasks = 16

    static let concurrency: [ContractCase] = [
        ContractCase("Many tasks that count through one tag lose nothing") { store in
            try await together { _ in
                for _ in 0..<25 {
                    _ = try await store.execute(
                        CommandHandler(context(), seeing: Query(tags: ["counter"])) { events in
                            .accepted([event("Counted", "counter", payload: "\(events.count)")])
                        })
                }
            }
            let counted = try store.read(Query(tags: ["counter"])).map { String(decoding: $0.payload, as: UTF8.self) }
            try expect(counted, is: (0..<tasks * 25).map { "\($0)" })
        },
        ContractCase("Many tasks that append on the condition that nothing happened lose nothing") { store in
            let query = Query(tags: ["counter"])
            try await together { _ in
                for _ in 0..<5 {
                    while true {
                        try Task.checkCancellation()
                        let seen = try store.read(query)
                        do {
                            try await store.add(
                                event("Counted", "counter", payload: "\(seen.count)"), unless: query,
                                after: seen.last?.position.rawValue)
                            break
                        } catch let error as EventLogError where error.code == .conflict {}
                    }
                }
            }
            let counted = try store.read(query).map { String(decoding: $0.payload, as: UTF8.self) }
            try expect(counted, is: (0..<tasks * 5).map { "\($0)" })
        },
        ContractCase("Of many tasks that claim one name, one gets it") { store in
            try await together { number in
                try await store.execute(
                    CommandHandler(context(), seeing: Query(types: ["Claimed"], tags: ["name:ada"])) { events in
                        guard events.isEmpty else { return .refused(Refusal("taken", "Taken.")) }
                        return .accepted([event("Claimed", "name:ada", payload: "\(number)")])
                    })
            }
            try expect(store.positions(.all), is: [1])
        },
        ContractCase("The positions of one append are consecutive, whatever is appended beside it") { store in
            try await together { number in
                for _ in 0..<10 {
                    let outcome = try await store.append(
                        (0..<3).map { event("T", payload: "\($0)") }, condition: nil, context: context("task \(number)")
                    )
                    guard let range = outcome.range, range.count == 3 else {
                        throw ContractViolation("an append of three got \(outcome)")
                    }
                    let own = try store.read(.all, from: Position(range.lowerBound), backwards: false, limit: 3)
                    try expect(own.map(\.actor), is: Array(repeating: "task \(number)", count: 3))
                    try expect(own.map(\.index), is: [0, 1, 2])
                }
            }
            try expect(store.positions(.all), is: Array(1...UInt64(tasks * 30)))
        },
        ContractCase("The same command from many tasks at once is done once, and all get its outcome") { store in
            for _ in 0..<40 {
                let id = UUID()
                let outcomes = try await together { number in
                    number % 2 == 0
                        ? try await store.add(event("T", payload: "\(number)"), id: id)
                        : try await execute(store, context(id: id), .accepted([event("T", payload: "\(number)")]))
                }
                try expect(outcomes.count { !$0.isDuplicate }, is: 1)
                try expect(Set(outcomes.map(\.result)).count, is: 1)
            }
            try expect(store.head(), is: Position(40))
        },
        ContractCase("A reader sees an append whole or not at all, by any query, and never loses what it saw") {
            store in
            async let writing: Void = {
                for _ in 0..<60 {
                    try await store.add(event("T", "a"), event("U", "a"), event("T", "a"), event("U", "a"))
                }
            }()
            var seen = 0
            while seen < 240 {
                for (query, size) in [(Query.all, 4), (Query(tags: ["a"]), 4), (Query(types: ["U"]), 2)] {
                    let found = try store.positions(query)
                    try expect(found.count % size, is: 0, "\(query): \(found.count) events;")
                    try expect(found.count * 4 / size >= seen, "\(found.count) events of \(query) after \(seen) in all")
                    seen = found.count * 4 / size
                }
                await Task.yield()
            }
            try await writing
        },
        ContractCase("Times are in the order of positions, whoever appends") { store in
            try await together { _ in for _ in 0..<20 { try await store.add(event("T")) } }
            let times = try store.read(.all).map(\.time)
            try expect(times == times.sorted(), "the times are not in order")
        },
    ]

    @discardableResult
    private static func together<R: Sendable>(
        _ body: @escaping @Sendable (Int) async throws -> R
    ) async throws -> [R] {
        try await withThrowingTaskGroup(of: R.self) { group in
            for number in 0..<tasks { group.addTask { try await body(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
