import EventLog

extension EventStoreContract {
    static let conditions: [ContractCase] = [
        ContractCase("Without `after`, any matching event fails the append") { store in
            try await store.add(event("T", "a"), unless: Query(tags: ["a"]))
            for _ in 0..<100 { try await store.add(event("U", "b")) }
            try await expect(.conflict) { try await store.add(event("T", "a"), unless: Query(tags: ["a"])) }
            try await expect(.conflict) { try await store.add(event("T", "a"), unless: .all) }
            try await store.add(event("T", "c"), unless: Query(tags: ["c"]))
        },
        ContractCase("Only events strictly after `after` fail the append") { store in
            for tag: Tag in ["a", "b", "a", "b"] { try await store.add(event("T", tag)) }
            try await expect(.conflict) { try await store.add(event("T"), unless: Query(tags: ["a"]), after: 0) }
            try await expect(.conflict) { try await store.add(event("T"), unless: Query(tags: ["a"]), after: 2) }
            try await expect(.conflict) { try await store.add(event("T"), unless: Query(tags: ["b"]), after: 3) }
            try expect(try await store.add(event("T"), unless: Query(tags: ["a"]), after: 3).range, is: 5...5)
            try expect(try await store.add(event("T"), unless: Query(tags: ["b"]), after: 4).range, is: 6...6)
        },
        ContractCase("`after` may lie past the last match, and past the head") { store in
            try await store.add(event("T", "a"))
            try await store.add(event("U", "b"))
            for after: UInt64 in [1, 2, 3, 1_000_000, .max] {
                try await store.add(event("U", "b"), unless: Query(tags: ["a"]), after: after)
                try await store.add(event("U", "b"), unless: .all, after: .max)
            }
            try expect(store.head(), is: Position(12))
        },
        ContractCase("`after` past the head does not fail for events appended up to it") { store in
            for number: UInt64 in 1...5 {
                try await store.add(event("T", "a"), unless: Query(tags: ["a"]), after: 5)
                try expect(store.head(), is: Position(number))
            }
            try await store.add(event("T", "a"))
            try await expect(.conflict) { try await store.add(event("T"), unless: Query(tags: ["a"]), after: 5) }
        },
        ContractCase("A condition of a type alone, of tags alone and of both is looked up alike") { store in
            try await store.add(event("T", "a", "b"))
            for query in [
                Query(types: ["T"]), Query(types: ["None", "T"]), Query(tags: ["a"]), Query(tags: ["b", "a"]),
                Query(types: ["T"], tags: ["b"]), Query([QueryItem(types: ["None"]), QueryItem(tags: ["a"])]), .all,
            ] {
                try await expect(.conflict, "\(query)") { try await store.add(event("U"), unless: query) }
                try await expect(.conflict, "\(query)") { try await store.add(event("U"), unless: query, after: 0) }
            }
            for query in [
                Query(types: ["U"]), Query(tags: ["c"]), Query(tags: ["a", "c"]), Query(types: ["U"], tags: ["a"]),
                Query(types: ["T"], tags: ["c"]), Query([QueryItem(types: ["None"]), QueryItem(tags: ["c"])]),
            ] { try await store.add(event("V"), unless: query) }
            try expect(store.head(), is: Position(7))
        },
        ContractCase("The events of the append itself don't fail its condition") { store in
            let query = Query(types: ["T"], tags: ["a"])
            _ = try await store.append(
                [event("T", "a"), event("T", "a")], condition: AppendCondition(failIfEventsMatch: query),
                context: context())
            try expect(store.head(), is: Position(2))
        },
        ContractCase("A conflict names an event that matches after `after`") { store in
            for tag: Tag in ["a", "b", "a"] { try await store.add(event("T", tag)) }
            do {
                try await store.add(event("T"), unless: Query(tags: ["a"]), after: 1)
                throw ContractViolation("expected a conflict")
            } catch let error as EventLogError {
                try expect(error.code, is: .conflict)
                try expect(error.position, is: Position(3))
            }
        },
        ContractCase("After a conflict, the same append goes through once it has read on") { store in
            try await store.add(event("T", "a"))
            let query = Query(tags: ["a"])
            try await expect(.conflict) { try await store.add(event("T", "a"), unless: query) }
            let last = try store.read(query).last?.position
            try await store.add(event("T", "a"), unless: query, after: last?.rawValue)
            try expect(store.positions(query), is: [1, 2])
        },
    ]
}
