import EventLog
import FoundationEssentials

extension EventStoreContract {
    static let random: [ContractCase] = [
        ContractCase("Random operations have the outcomes and leave the events that the in-memory model says") {
            store in
            try await compare(store, seed: seed())
        }
    ]

    /// `GLIMP_SEED` repeats a run.
    static func seed() -> UInt64 {
        ProcessInfo.processInfo.environment["GLIMP_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
    }

    /// Runs the same random operations against `store` and ``InMemoryEventStore``. A violation names the seed.
    public static func compare(_ store: any EventStore, seed: UInt64, operations: Int = 600) async throws {
        let model = InMemoryEventStore()
        var random = RandomOperations(seed: seed)
        for number in 0..<operations {
            let operation = random.next(head: model.head().rawValue)
            let expected = await operation.perform(on: model)
            let found = await operation.perform(on: store)
            guard found == expected else {
                throw ContractViolation(
                    "seed \(seed), operation \(number): \(operation): expected \(expected), found \(found)")
            }
        }
        try expect(
            store.read(.all).map { [$0.event] } == model.read(.all).map { [$0.event] }, "seed \(seed): other events")
    }
}
