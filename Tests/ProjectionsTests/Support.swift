import EventLog
import EventLogTesting
import Foundation
import Synchronization
import Testing

@testable import Projections

/// A directory that is gone when the test is over.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/projections-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func names(_ group: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + group)) ?? []).sorted()
    }
}

struct Poison: Error, CustomStringConvertible {
    var description: String { "poison" }
}

/// Counts events by their payload's text and keeps who came last.
struct Tally: Projection {
    static let counts = RowTable("counts", key: [.string("text")], of: UInt64.self)
    static let order = RowTable("order", key: [.descending("position")], of: UInt64.self)

    var name = "tally"
    var version = 1
    /// Called before each event; throws what shall go wrong.
    var before: @Sendable (SequencedEvent) throws -> Void = { _ in }

    let tables = [counts.shape, order.shape]

    func apply(_ event: SequencedEvent, to rows: inout Rows) throws {
        let text = String(decoding: event.payload, as: UTF8.self)
        // Half of the work is done before anything can go wrong: it must leave no trace.
        try rows.count(1, for: RowKey(text), in: Tally.counts)
        try before(event)
        // Removes as often as it adds, so that both are rebuilt.
        if text.hasPrefix("drop") {
            try rows.remove(RowKey().newestFirst(Position(event.position.rawValue / 2)), from: Tally.order)
        }
        try rows.put(UInt64(text.utf8.count), for: RowKey().newestFirst(event.position), in: Tally.order)
    }
}

extension ProjectionGroup {
    static func tally(
        _ name: String = "tally", version: Int = 1,
        before: @escaping @Sendable (SequencedEvent) throws -> Void = { _ in }
    ) -> ProjectionGroup {
        ProjectionGroup(name, [Tally(version: version, before: before)])
    }
}

extension EventStore {
    @discardableResult
    func add(_ texts: [String]) async throws -> Position {
        let events = texts.map { Event(id: UUID(), type: "Said", tags: [.init("said:\($0)")], payload: Array($0.utf8)) }
        return try await append(events, condition: nil, context: CommandContext(actor: "tests")).position
    }

    /// Random texts, some of which remove rows.
    @discardableResult
    func addRandom(_ count: Int, seed: UInt64) async throws -> Position {
        var random = Seeded(seed)
        return try await add(
            (0..<count).map { _ in
                (Bool.random(using: &random) ? "drop" : "say") + "\(Int.random(in: 0..<20, using: &random))"
            })
    }
}

/// SplitMix64: the same sequence for the same seed.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Every row of the group, as text.
func rows(_ store: ReadModelStore, _ group: String = "tally") throws -> [String] {
    try store.read(group) { snapshot in
        try snapshot.rows(of: Tally.counts, limit: .max).map { "\($0.key) \($0.value)" }
            + snapshot.rows(of: Tally.order, limit: .max).map { "\($0.key) \($0.value)" }
    }
}

/// Waits, at most a minute, until `condition` holds.
func eventually(
    _ condition: () async throws -> Bool, _ comment: Comment = "", sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("did not become true: \(comment)", sourceLocation: sourceLocation)
}

/// Runs projectors until `body` is done.
func running<R>(_ projectors: [Projector], _ body: () async throws -> R) async throws -> R {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        for projector in projectors { tasks.addTask { try await projector.run() } }
        defer { tasks.cancelAll() }
        return try await body()
    }
}

/// A value that tests change while projections look at it.
final class Switch<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
