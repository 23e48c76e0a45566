import EventLog
import FoundationEssentials

extension EventStoreContract {
    static let receipts: [ContractCase] = [
        ContractCase("The same actor and id gets the first outcome and appends nothing") { store in
            let id = UUID()
            try await store.add(event("T"))
            let first = try await store.add(event("T", "a"), event("U", "a"), id: id)
            try expect(first.range, is: 2...3)
            try expect(first.isDuplicate, is: false)
            try await store.add(event("T"))
            for _ in 0..<3 { try expect(try await store.add(event("V", "b"), id: id), is: duplicate(first)) }
            try expect(try await execute(store, id: id, .accepted([event("V")])), is: duplicate(first))
            try expect(store.head(), is: Position(4))
        },
        ContractCase("A retry is answered before its condition is looked at, which its own events would fail") {
            store in
            let id = UUID()
            let query = Query(tags: ["a"])
            let first = try await store.add(event("T", "a"), unless: query, id: id)
            try expect(try await store.add(event("T", "a"), unless: query, id: id), is: duplicate(first))
            try await expect(.conflict) { try await store.add(event("T", "a"), unless: query, id: UUID()) }
        },
        ContractCase("A command accepted with nothing to append, tried again, still appends nothing") { store in
            let id = UUID()
            try await store.add(event("T"))
            let first = try await execute(store, id: id, .accepted([]))
            try expect(first, is: Outcome(result: .nothingToAppend, position: Position(1)))
            try await store.add(event("T"))
            try expect(try await execute(store, id: id, .accepted([event("U")])), is: duplicate(first))
            try expect(try await store.add(event("U"), id: id), is: duplicate(first))
            let empty = UUID()
            let second = try await store.append([], condition: nil, context: context(id: empty))
            try expect(try await store.add(event("U"), id: empty), is: duplicate(second))
            try expect(store.head(), is: Position(2))
        },
        ContractCase("A refused command, tried again, is refused for the same reason") { store in
            let id = UUID()
            let refusal = Refusal("too_early", "Not yet. Ünïcode.", subjects: ["x", "", "y"])
            let first = try await execute(store, id: id, .refused(refusal))
            try expect(first, is: Outcome(result: .refused(refusal), position: .beginning))
            try await store.add(event("T"))
            try expect(try await execute(store, id: id, .accepted([event("U")])), is: duplicate(first))
            try expect(try await execute(store, id: id, .refused(Refusal("b", "c"))), is: duplicate(first))
            try expect(store.head(), is: Position(1))
        },
        ContractCase("A retried batch of like, which had nothing to append, and unlike ends unliked") { store in
            let (early, like, unlike) = (UUID(), UUID(), UUID())
            _ = try await setLiked(store, true, early)
            try expect(try await setLiked(store, true, like).result, is: .nothingToAppend)
            try expect(try await setLiked(store, false, unlike).range, is: 2...2)
            try expect(try await setLiked(store, true, like).isDuplicate, is: true)
            try expect(try await setLiked(store, false, unlike).isDuplicate, is: true)
            try expect(store.read(.all).map(\.type), is: ["Liked", "Unliked"])
        },
        ContractCase("The same id with another body is `id_reused` and appends nothing") { store in
            let ids = [UUID(), UUID(), UUID()]
            let (one, other) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
            _ = try await store.append([event("T")], condition: nil, context: context(id: ids[0], digest: one))
            _ = try await execute(store, context(id: ids[1], digest: one), .accepted([]))
            _ = try await execute(store, context(id: ids[2], digest: one), .refused(Refusal("no", "No.")))
            for id in ids {
                for digest in [other, []] {
                    let reused = context(id: id, digest: digest)
                    try await expect(.idReused) {
                        _ = try await store.append([event("T")], condition: nil, context: reused)
                    }
                    try await expect(.idReused) { _ = try await execute(store, reused, .accepted([event("T")])) }
                }
                let same = context(id: id, digest: one)
                try expect(try await execute(store, same, .accepted([event("T")])).isDuplicate, is: true)
            }
            try expect(store.head(), is: Position(1))
        },
        ContractCase("Another actor's command with the same id is another command") { store in
            let id = UUID()
            for (number, actor) in ["ada", "grace", "ada ", "Ada"].enumerated() {
                let outcome = try await store.append(
                    [event("T")], condition: nil, context: context(actor, id: id, digest: [UInt8(number)]))
                try expect(outcome.isDuplicate, is: false, "\(actor):")
                try expect(outcome.position, is: Position(UInt64(number + 1)))
            }
        },
        ContractCase("A conflict leaves no receipt") { store in
            let id = UUID()
            try await store.add(event("T", "a"))
            try await expect(.conflict) { try await store.add(event("T", "a"), unless: Query(tags: ["a"]), id: id) }
            let outcome = try await store.add(event("T", "a"), unless: Query(tags: ["a"]), after: 1, id: id)
            try expect(outcome.isDuplicate, is: false)
            try expect(outcome.range, is: 2...2)
        },
        ContractCase("Bad input leaves no receipt") { store in
            let id = UUID()
            try await expect(.invalidInput) { try await store.add(event(""), id: id) }
            try await expect(.invalidInput) { _ = try await execute(store, id: id, .accepted([event("")])) }
            try expect(try await store.add(event("T"), id: id).isDuplicate, is: false)
        },
        ContractCase("Without an id there is no receipt: the same again is done again") { store in
            let same = event("T", "a")
            for number: UInt64 in 1...3 {
                let outcome = try await store.add(same)
                try expect(outcome.range, is: number...number)
                try expect(outcome.isDuplicate, is: false)
            }
            for _ in 0..<2 {
                try expect(try await execute(store, context(), .accepted([])).isDuplicate, is: false)
                let refused = try await execute(store, context(), .refused(Refusal("no", "No.")))
                try expect(refused.isDuplicate, is: false)
            }
        },
        ContractCase("Receipts of many commands are told apart") { store in
            let ids = (0..<200).map { _ in UUID() }
            for (number, id) in ids.enumerated() {
                if number % 3 == 0 { _ = try await execute(store, id: id, .accepted([])) }
                if number % 3 == 1 { _ = try await execute(store, id: id, .refused(Refusal("n\(number)", "No."))) }
                if number % 3 == 2 { try await store.add(event("T", payload: "\(number)"), id: id) }
            }
            for (number, id) in ids.enumerated() {
                let outcome = try await execute(store, id: id, .accepted([event("T")]))
                try expect(outcome.isDuplicate, is: true)
                switch outcome.result {
                case .nothingToAppend: try expect(number % 3, is: 0)
                case .refused(let refusal): try expect(refusal.code, is: "n\(number)")
                case .appended(let first, _, let eventIDs):
                    let found = try store.read(.all, from: first, backwards: false, limit: 1)
                    try expect(found.map(\.id), is: eventIDs)
                    try expect(found.map { Array($0.payload) }, is: [Array("\(number)".utf8)])
                }
            }
        },
    ]

    static func execute(_ store: any EventStore, _ context: CommandContext, _ decision: Decision) async throws
        -> Outcome
    {
        try await store.execute(CommandHandler(context, seeing: .all) { _ in decision })
    }

    private static func execute(_ store: any EventStore, id: UUID, _ decision: Decision) async throws -> Outcome {
        try await execute(store, context(id: id), decision)
    }

    private static func duplicate(_ outcome: Outcome) -> Outcome {
        Outcome(result: outcome.result, position: outcome.position, isDuplicate: true)
    }

    private static func setLiked(_ store: any EventStore, _ likes: Bool, _ id: UUID) async throws -> Outcome {
        try await store.execute(
            CommandHandler(context(id: id), seeing: Query(tags: ["snap:1"])) { events in
                let isLiked = events.last?.type == "Liked"
                return .accepted(isLiked == likes ? [] : [event(likes ? "Liked" : "Unliked", "snap:1")])
            })
    }
}
