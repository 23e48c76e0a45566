import EventLog
import FoundationEssentials

extension EventStoreContract {
    static let following: [ContractCase] = [
        ContractCase("Waiting for events after a position that was passed ends at once") { store in
            try await store.add(event("T"), event("T"))
            try await within(seconds: 60, "waiting") {
                try await store.waitForEvents(after: .beginning)
                try await store.waitForEvents(after: Position(1))
            }
        },
        ContractCase("Waiting ends soon after the append that passes the position, and not before") { store in
            try await store.add(event("T"))
            async let waiting = within(seconds: 60, "waiting") {
                try await store.waitForEvents(after: Position(3))
                return try store.head()
            }
            for _ in 0..<3 {
                try await Task.sleep(for: .milliseconds(20))
                try await store.add(event("T"))
            }
            try expect(try await waiting, is: Position(4))
        },
        ContractCase("Everyone who waits is woken") { store in
            try await within(seconds: 60, "waiting") {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<50 { group.addTask { try await store.waitForEvents(after: .beginning) } }
                    try await Task.sleep(for: .milliseconds(20))
                    try await store.add(event("T"))
                    try await group.waitForAll()
                }
            }
        },
        ContractCase("Waiting ends with CancellationError when its task is cancelled") { store in
            for delay in [0, 20] {
                let waiting = Task { try await store.waitForEvents(after: .beginning) }
                try await Task.sleep(for: .milliseconds(delay))
                waiting.cancel()
                do {
                    try await within(seconds: 60, "cancelling") { try await waiting.value }
                    throw ContractViolation("a cancelled wait ended as if there were events")
                } catch is CancellationError {}
            }
        },
        ContractCase("A subscription gives what is there in pages, then says that it has caught up") { store in
            for _ in 0..<25 { try await store.add(event("T", "a"), event("U", "b")) }
            try await checkPages(store)
        },
        ContractCase("A subscription to large events gives them in pages of bounded size, each once") { store in
            for _ in 0..<2 {
                _ = try await store.append((0..<9).map { _ in large() }, condition: nil, context: context())
            }
            try await checkLarge(store)
        },
        ContractCase("A subscription to an empty store says that it has caught up, then gives what comes") { store in
            try await checkEmpty(store)
        },
        ContractCase("A subscription gives every match once and in order while others append") { store in
            for query in [Query.all, Query(tags: ["a"]), Query(types: ["U"])] { try await checkLive(store, query) }
        },
        ContractCase("A subscription ends when its task is cancelled") { store in
            try await checkCancelling(store)
        },
    ]

    private static func checkPages<Store: EventStore>(_ store: Store) async throws {
        try await within(seconds: 60, "catching up") {
            var iterator = store.subscribe(Query(tags: ["a"]), pageSize: 10).makeAsyncIterator()
            var found: [SequencedEvent] = []
            while let batch = try await iterator.next() {
                try expect(batch.events.count <= 10, "a batch of \(batch.events.count)")
                found += batch.events
                try expect(batch.position >= found.last?.position ?? .beginning, "a position behind the events")
                try expect(batch.hasCaughtUp, is: found.count == 25, "caught up after \(found.count):")
                if batch.hasCaughtUp {
                    try expect(batch.position, is: Position(50))
                    break
                }
            }
            try expect(found.map(\.position.rawValue), is: store.positions(Query(tags: ["a"])))
            var resumed = store.subscribe(.all, after: Position(48)).makeAsyncIterator()
            let rest = try await resumed.next()
            try expect(rest?.events.map(\.position.rawValue), is: [49, 50])
            try expect(rest?.hasCaughtUp, is: true)
        }
    }

    private static func large() -> Event {
        Event(id: UUID(), type: "T", tags: [], payload: Array(repeating: 7, count: 1 << 20))
    }

    private static func checkLarge<Store: EventStore>(_ store: Store) async throws {
        try await within(seconds: 60, "catching up") {
            var found: [UInt64] = []
            for try await batch in store.subscribe(.all) {
                try expect(batch.events.count <= 8, "a batch of \(batch.events.count) MiB")
                found += batch.events.map(\.position.rawValue)
                try expect(batch.hasCaughtUp, is: found.count == 18, "caught up after \(found.count):")
                if batch.hasCaughtUp { break }
            }
            try expect(found, is: Array(1...18))
        }
    }

    private static func checkEmpty<Store: EventStore>(_ store: Store) async throws {
        try await within(seconds: 60, "following") {
            var iterator = store.subscribe(Query(tags: ["a"])).makeAsyncIterator()
            let first = try await iterator.next()
            try expect(first?.hasCaughtUp, is: true)
            try expect(first?.events.count, is: 0)
            try await store.add(event("T", "b"), event("T", "a"))
            var found: [UInt64] = []
            while found.isEmpty, let batch = try await iterator.next() {
                found += batch.events.map(\.position.rawValue)
            }
            try expect(found, is: [2])
        }
    }

    private static func checkLive<Store: EventStore>(_ store: Store, _ query: Query) async throws {
        let before = try store.head()
        let writing = Task {
            for number in 0..<100 {
                try await store.add(event(number % 3 == 0 ? "U" : "T", number % 2 == 0 ? "a" : "b"))
            }
            // Matches every query: here a follower knows that it has everything.
            return try await store.add(event("U", "a")).position
        }
        let found = try await within(seconds: 30, "following") {
            var found: [UInt64] = []
            for try await batch in store.subscribe(query, after: before, pageSize: 7) {
                found += batch.events.map(\.position.rawValue)
                if found.last == before.rawValue + 101 { break }
            }
            return found
        }
        try expect(try await writing.value, is: Position(before.rawValue + 101))
        try expect(found, is: store.positions(query, from: before.next.rawValue))
    }

    private static func checkCancelling<Store: EventStore>(_ store: Store) async throws {
        let following = Task {
            do { for try await _ in store.subscribe(.all) {} } catch is CancellationError {}
        }
        try await Task.sleep(for: .milliseconds(20))
        following.cancel()
        try await within(seconds: 60, "cancelling") { try await following.value }
    }
}
