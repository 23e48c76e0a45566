import EventLog
import EventLogTesting
import Foundation
import Synchronization
import Testing

@Suite struct ContractTests {
    @Test(arguments: EventStoreContract.cases)
    func theStoreInMemoryKeeps(_ contract: ContractCase) async throws {
        try await contract.run(InMemoryEventStore())
    }

    @Test(arguments: EventStoreContract.cases)
    func theLogKeeps(_ contract: ContractCase) async throws {
        try await onANewLog(EventLogOptions()) { try await contract.run($0) }
    }

    /// So small a tail is in the index on disk as soon as it is in the log.
    @Test(arguments: EventStoreContract.cases)
    func theLogKeepsWhileItsIndexIsWritten(_ contract: ContractCase) async throws {
        var options = EventLogOptions()
        options.tailEvents = 8
        options.tailBytes = 600
        try await onANewLog(options) { try await contract.run($0) }
    }

    @Test func timeStandsStillWhileTheClockIsBehindTheLastEvent() async throws {
        let clock = Mutex(Timestamp(seconds: 1_000))
        let now = { @Sendable in clock.withLock { $0 } }
        var options = EventLogOptions()
        options.now = now
        let check = { (store: any EventStore) in
            for (time, expected) in [(1_000, 1_000), (900, 1_000), (1_001, 1_001), (0, 1_001)] as [(Int64, Int64)] {
                clock.withLock { $0 = Timestamp(seconds: time) }
                let appended = try await store.append(
                    [Event(id: UUID(), type: "T", tags: [], payload: [])], condition: nil, context: .anonymous)
                let event = try store.read(.all, from: appended.position, backwards: false, limit: 1).first
                #expect(event?.time == Timestamp(seconds: expected))
            }
        }
        try await check(InMemoryEventStore(now: now))
        try await onANewLog(options) { try await check($0) }
    }

    @Test(arguments: 0..<8)
    func randomOperationsAgreeWithTheModel(_ number: Int) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        try await EventStoreContract.compare(InMemoryEventStore(), seed: seed)
        try await onANewLog(EventLogOptions()) { try await EventStoreContract.compare($0, seed: seed) }
    }
}

func onANewLog(_ options: EventLogOptions, _ body: (EventLog) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    var options = options
    options.creates = true
    options.mapSize = 1 << 30
    let log = try EventLog(at: url.path(percentEncoded: false), options: options)
    defer { log.close() }
    try await body(log)
}
