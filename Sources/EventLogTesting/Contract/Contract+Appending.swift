import EventLog
import FoundationEssentials

extension EventStoreContract {
    static let appending: [ContractCase] = [
        ContractCase("An append gives its events consecutive positions, in their order") { store in
            try await store.add(event("T"))
            let events = (0..<50).map { event("T", payload: "\($0)") }
            let outcome = try await store.append(events, condition: nil, context: context())
            let expected = Outcome.Result.appended(
                first: Position(2), last: Position(51), eventIDs: events.map(\.id))
            try expect(outcome, is: Outcome(result: expected, position: Position(51)))
            try expect(store.read(.all, from: Position(2)).map(\.event), is: events)
        },
        ContractCase("An append is all or nothing") { store in
            try await store.add(event("T", "a"))
            let several = [event("T", "b"), event("U", "c"), event("V", "a")]
            try await expect(.conflict) {
                _ = try await store.append(
                    several, condition: AppendCondition(failIfEventsMatch: Query(tags: ["a"])), context: context())
            }
            let bad = several + [event("", "b")]
            try await expect(.invalidInput) {
                _ = try await store.append(bad, condition: nil, context: context())
            }
            try expect(store.positions(.all), is: [1])
            for query in [Query(tags: ["b"]), Query(types: ["U"])] { try expect(store.positions(query), is: []) }
        },
        ContractCase("An append of nothing is accepted, appends nothing and says the head") { store in
            let empty = try await store.append([], condition: nil, context: context())
            try expect(empty, is: Outcome(result: .nothingToAppend, position: .beginning))
            try await store.add(event("T"))
            let later = try await store.append([], condition: nil, context: context())
            try expect(later, is: Outcome(result: .nothingToAppend, position: Position(1)))
            try expect(store.head(), is: Position(1))
        },
        ContractCase("An append of nothing still fails its condition") { store in
            try await store.add(event("T", "a"))
            try await expect(.conflict) {
                _ = try await store.append(
                    [], condition: AppendCondition(failIfEventsMatch: Query(tags: ["a"])), context: context())
            }
        },
        ContractCase("What was appended is read, by any query, as soon as the append returns") { store in
            for number: UInt64 in 1...50 {
                try await store.add(event("T", "a", Tag("n:\(number)")))
                try expect(store.head(), is: Position(number))
                try expect(store.positions(Query(tags: [Tag("n:\(number)")])), is: [number])
                try expect(store.positions(Query(types: ["T"]), backwards: true, limit: 1), is: [number])
            }
        },
        ContractCase("Time never goes backwards, and is one within an append") { store in
            for _ in 0..<20 { try await store.add(event("T"), event("T")) }
            let times = try store.read(.all).map(\.time)
            try expect(times == times.sorted(), "the times are not in order")
            for pair in stride(from: 0, to: 40, by: 2) { try expect(times[pair], is: times[pair + 1]) }
        },
        ContractCase("The log's id stays") { store in
            let before = store.logID
            try await store.add(event("T"))
            try expect(store.logID, is: before)
        },
    ]
}
