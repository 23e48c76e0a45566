import Foundation
import Testing

/// A directory of one test's own, gone with it, and `glimp` to run in it.
final class Workbench: Sendable {
    let path: String
    let data: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "glimp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
        data = path + "/data"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The program, built beside the test bundle.
    static let glimp: String = {
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "glimp").path(percentEncoded: false)
    }()

    /// The checkout that these tests were compiled in.
    static let checkout: String = {
        var url = URL(filePath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        return url.standardizedFileURL.path(percentEncoded: false)
    }()

    /// Writes a file and gives its path.
    func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
        let place = "\(path)/\(name)"
        try Data(content).write(to: URL(filePath: place))
        return place
    }

    func file(_ name: String, _ lines: [Line]) throws -> String {
        try file(name, lines.map(\.text).joined(separator: "\n").appending("\n").utf8)
    }

    func content(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: "\(path)/\(name)")) }

    /// Starts `glimp` on this bench's data directory, unless the arguments name another.
    func start(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) throws -> RunningProcess {
        let place = arguments.contains("--data") ? [] : ["--data", data]
        return try RunningProcess(Self.glimp, arguments + place, in: path, input: input, environment: environment)
    }

    @discardableResult
    func glimp(_ arguments: String..., input: String? = nil) async throws -> Ended {
        try await start(arguments, input: input).ended()
    }

    /// Runs `glimp`, which must do it, with `--json`, and gives what it printed.
    func json(_ arguments: String..., location: SourceLocation = #_sourceLocation) async throws -> JSON {
        let ended = try await start(arguments + ["--json"]).ended()
        try #require(ended.code == 0, "\(arguments): \(ended)", sourceLocation: location)
        return try JSON(ended.output)
    }

    /// The same for a command that prints an object a line.
    func jsonLines(_ arguments: String..., location: SourceLocation = #_sourceLocation) async throws -> [JSON] {
        let ended = try await start(arguments + ["--json"]).ended()
        try #require(ended.code == 0, "\(arguments): \(ended)", sourceLocation: location)
        return try ended.output.split(separator: "\n").map { try JSON(String($0)) }
    }

    func shell(_ command: String, _ environment: [String: String] = [:]) async throws -> Ended {
        var environment = environment
        environment["GLIMP_DATA"] = environment["GLIMP_DATA"] ?? data
        environment["GLIMP"] = Self.glimp
        return try await RunningProcess("/bin/bash", ["-c", command], in: path, environment: environment).ended()
    }
}
