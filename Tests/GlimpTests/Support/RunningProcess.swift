import Foundation
import Testing

/// What became of a process.
struct Ended: Sendable, CustomStringConvertible {
    var code: Int32
    var wasKilled: Bool
    var output: String
    var errors: String

    var description: String {
        "\(wasKilled ? "killed by signal" : "ended with") \(code); \(output.suffix(500)) \(errors.suffix(1000))"
    }
}

/// A process whose output goes to files: a pipe would be inherited by processes that other tests start meanwhile.
final class RunningProcess: Sendable {
    private let process: Process
    private let end: AsyncStream<Void>
    private let outputPath: String
    private let errorPath: String
    private let name: String

    /// - Parameter input: a file.
    init(
        _ program: String, _ arguments: [String], in directory: String, input: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        let files = "\(directory)/.process-\(UUID().uuidString)"
        (outputPath, errorPath) = (files + ".out", files + ".err")
        name = "\(program) \(arguments.joined(separator: " "))"
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: directory)
        var variables = ProcessInfo.processInfo.environment
        variables["GLIMP_DATA"] = nil
        process.environment = variables.merging(environment) { $1 }
        for path in [outputPath, errorPath] { try Data().write(to: URL(filePath: path)) }
        process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: outputPath))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errorPath))
        let (end, ending) = AsyncStream<Void>.makeStream()
        self.end = end
        process.terminationHandler = { _ in ending.finish() }
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var isRunning: Bool { process.isRunning }

    var identifier: Int32 { process.processIdentifier }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// The memory that it has in use now (proc(5), `VmRSS`).
    var residentBytes: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 1_024
        }
    }

    /// What it has printed so far.
    var output: String { Self.text(outputPath) }

    var errors: String { Self.text(errorPath) }

    /// Waits for its end; after `deadline` it is killed, and that is an issue.
    func ended(within deadline: Duration = .seconds(120), location: SourceLocation = #_sourceLocation) async -> Ended {
        let watch = Task { [name] in
            try await Task.sleep(for: deadline)
            Issue.record("\(name) did not end within \(deadline)", sourceLocation: location)
            self.signal(SIGKILL)
        }
        for await _ in end {}
        watch.cancel()
        process.waitUntilExit()
        return Ended(
            code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal, output: output,
            errors: errors)
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
    }
}

/// Returns when `condition` holds; that it does not within `deadline` is an issue.
func poll(
    _ what: Comment, within deadline: Duration = .seconds(60), location: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + deadline
    while try await !condition() {
        try #require(ContinuousClock.now < end, what, sourceLocation: location)
        try await Task.sleep(for: .milliseconds(10))
    }
}
