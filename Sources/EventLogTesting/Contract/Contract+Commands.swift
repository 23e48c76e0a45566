import EventLog
import FoundationEssentials
import Synchronization

extension EventStoreContract {
    static let commands: [ContractCase] = [
        ContractCase("A decision sees exactly the events of its boundary, in order") { store in
            for _ in 0..<20 { try await store.add(event("T", "a"), event("U", "b"), event("T", "a", "b")) }
            for query in [
                Query.all, Query(tags: ["a"]), Query(types: ["U"]), Query(types: ["T"], tags: ["b"]),
                Query([QueryItem(types: ["U"]), QueryItem(tags: ["a", "b"])]), Query(tags: ["none"]),
            ] {
                let seen = Mutex<[UInt64]>([])
                _ = try await store.execute(
                    CommandHandler(context(), seeing: query) { events in
                        seen.withLock { $0 = events.map(\.position.rawValue) }
                        return .accepted([])
                    })
                try expect(seen.withLock { $0 }, is: store.positions(query), "\(query)")
            }
        },
        ContractCase("The events of a decision carry what was appended") { store in
            let id = UUID()
            let appended = event("T", "a", payload: "p")
            _ = try await store.append([appended], condition: nil, context: context("grace", id: id))
            let seen = Mutex<[SequencedEvent]>([])
            _ = try await store.execute(
                CommandHandler(context(), seeing: .all) { events in
                    seen.withLock { $0 = events }
                    return .accepted([])
                })
            let found = seen.withLock { $0 }
            try expect(found.map(\.event), is: [appended])
            try expect(found.map(\.commandID), is: [id])
            try expect(found.map(\.leafHash), is: store.read(.all).map(\.leafHash))
        },
        ContractCase("What a decision appends is appended with the command's actor and id, at the time of deciding") {
            store in
            let id = UUID()
            try await store.add(event("T"))
            let time = Mutex<Timestamp?>(nil)
            let outcome = try await store.execute(
                CommandHandler(
                    context: context("grace", id: id), boundary: .all, initialState: 0,
                    evolve: { count, _ in count += 1 },
                    decide: { count, now in
                        time.withLock { $0 = now }
                        return .accepted((0...count).map { event("U", payload: "\($0)") })
                    }))
            try expect(outcome.range, is: 2...3)
            let found = try store.read(.all, from: Position(2))
            try expect(found.map(\.time), is: Array(repeating: time.withLock { $0 }, count: 2).compactMap { $0 })
            try expect(found.map(\.actor), is: ["grace", "grace"])
            try expect(found.map(\.commandID), is: [id, id])
            try expect(found.map { Array($0.payload) }, is: [[48], [49]])
        },
        ContractCase("A decision sees what earlier decisions appended") { store in
            for number in 0..<50 {
                let outcome = try await store.execute(
                    CommandHandler(context(), seeing: Query(tags: ["a"])) { events in
                        .accepted([event("T", "a", payload: "\(events.count)")])
                    })
                try expect(outcome.range, is: UInt64(number + 1)...UInt64(number + 1))
            }
            try expect(store.read(.all).map { Array($0.payload) }, is: (0..<50).map { Array("\($0)".utf8) })
        },
        ContractCase("A refusal appends nothing and says the head") { store in
            try await store.add(event("T"))
            let refusal = Refusal("no", "No.", subjects: ["s"])
            let outcome = try await execute(store, context(), .refused(refusal))
            try expect(outcome, is: Outcome(result: .refused(refusal), position: Position(1)))
            try expect(store.head(), is: Position(1))
        },
        ContractCase("A command with an outcome is not decided again") { store in
            let id = UUID()
            let count = Mutex(0)
            for _ in 0..<3 {
                _ = try await store.execute(
                    CommandHandler(context(id: id), seeing: .all) { _ in
                        count.withLock { $0 += 1 }
                        return .accepted([event("T")])
                    })
            }
            try expect(count.withLock { $0 }, is: 1)
        },
        ContractCase("A decision that throws appends nothing, keeps no outcome, and stops nobody else") { store in
            struct Stop: Error {}
            let id = UUID()
            async let others: [Outcome] = (0..<10).asyncMap { _ in try await store.add(event("T")) }
            for _ in 0..<10 {
                do {
                    _ = try await store.execute(CommandHandler(context(id: id), seeing: .all) { _ in throw Stop() })
                    throw ContractViolation("the decision's error was swallowed")
                } catch is Stop {}
            }
            try expect(try await others.count, is: 10)
            try expect(store.head(), is: Position(10))
            try expect(try await execute(store, context(id: id), .accepted([])).isDuplicate, is: false)
        },
        ContractCase("A decision's time is never earlier than the last event's") { store in
            try await store.add(event("T"))
            for _ in 0..<10 {
                let last = try store.read(.all, backwards: true).first?.time
                let time = Mutex<Timestamp?>(nil)
                _ = try await store.execute(
                    CommandHandler(
                        context: context(), boundary: .all, initialState: 0, evolve: { _, _ in },
                        decide: { _, now in
                            time.withLock { $0 = now }
                            return .accepted([event("T")])
                        }))
                guard let last, let time = time.withLock({ $0 }) else { throw ContractViolation("there is no event") }
                try expect(time >= last, "decided at \(time), after an event of \(last)")
            }
        },
    ]
}

extension Sequence where Self: Sendable {
    /// One after the other.
    func asyncMap<T>(_ body: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
