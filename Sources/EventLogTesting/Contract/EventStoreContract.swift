public import EventLog

/// What every event store must do, a sentence a case: the semantics of Dynamic Consistency Boundaries
/// (dcb.events, *Specification*) and of receipts.
///
/// ```swift
/// @Test(arguments: EventStoreContract.cases)
/// func keeps(_ contract: ContractCase) async throws { try await contract.run(MyStore()) }
/// ```
public enum EventStoreContract {
    /// Each wants an empty store of its own.
    public static let cases: [ContractCase] =
        reading + queries + appending + conditions + receipts + commands + limits + concurrency + following + random
}

/// One sentence of the contract.
public struct ContractCase: Sendable, CustomStringConvertible {
    /// The sentence.
    public let name: String
    /// Throws ``ContractViolation`` when the store, which must be empty, does otherwise, or hangs for two minutes.
    public let run: @Sendable (any EventStore) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (any EventStore) async throws -> Void) {
        self.name = name
        self.run = { store in try await within(seconds: 120, "\(name):") { try await run(store) } }
    }

    public var description: String { name }
}

/// Where and how a store does otherwise than the contract says.
public struct ContractViolation: Error, CustomStringConvertible {
    public let message: String
    public let file: String
    public let line: Int

    init(_ message: String, file: String = #fileID, line: Int = #line) {
        self.message = message
        self.file = file
        self.line = line
    }

    public var description: String { "\(file):\(line): \(message)" }
}
