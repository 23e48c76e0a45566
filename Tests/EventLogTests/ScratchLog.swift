import EventLog
import Foundation
import Testing

/// A directory of one test's own, for a log, gone with it.
final class ScratchLog {
    let path: String
    var root: String { URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) }

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.appending(path: "data").path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func open(_ change: (inout EventLogOptions) -> Void = { _ in }) throws -> EventLog {
        var options = EventLogOptions()
        options.creates = true
        options.mapSize = 1 << 30
        change(&options)
        return try EventLog(at: path, options: options)
    }

    /// Opens the log, runs `body`, and closes it whatever happens.
    func withLog<R>(
        _ change: (inout EventLogOptions) -> Void = { _ in }, _ body: (EventLog) async throws -> R
    ) async throws -> R {
        let log = try open(change)
        defer { log.close() }
        return try await body(log)
    }

    /// The directory of the index's generation in use.
    func generation() throws -> String {
        try path + "/index/" + String(contentsOf: URL(filePath: path + "/index/current"), encoding: .utf8)
    }

    func copy(_ part: String, to name: String) throws {
        let copy = root + name
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: path + "/" + part, toPath: copy)
    }

    func putBack(_ name: String, as part: String) throws {
        try remove(part)
        try FileManager.default.copyItem(atPath: root + name, toPath: path + "/" + part)
    }

    func remove(_ part: String) throws { try FileManager.default.removeItem(atPath: path + "/" + part) }

    func write(_ text: String, to part: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + part))
    }
}

func noted(_ tags: [EventTag] = [], type: EventType = "Noted", payload: [UInt8] = [1]) -> Event {
    Event(id: UUID(), type: type, tags: tags, payload: payload)
}

/// The code of the ``EventLogError`` that `body` throws; nil when it throws none.
func code<R>(_ body: () async throws -> R) async -> EventLogError.Code? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? EventLogError)?.code
    }
}

func expectFailure<R>(
    _ expected: EventLogError.Code, at location: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async {
    let found = await code(body)
    #expect(found == expected, sourceLocation: location)
}

/// The message of the ``EventLogError`` that `body` throws; empty when it throws none.
func message<R>(_ body: () async throws -> R) async -> String {
    do {
        _ = try await body()
        return ""
    } catch {
        return (error as? EventLogError)?.message ?? "\(error)"
    }
}

/// Waits until `condition` holds.
func eventually(within seconds: Double = 10, _ condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
        try #require(ContinuousClock.now < deadline, "it did not come to pass")
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// SplitMix64: a test prints its seed, and the seed gives the same run again (`GLIMP_SEED`).
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init() {
        seed = ProcessInfo.processInfo.environment["GLIMP_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
        state = seed
        print("seed \(seed)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
