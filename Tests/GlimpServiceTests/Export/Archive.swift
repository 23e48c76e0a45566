import Foundation
import Testing

@testable import GlimpService

/// An archive, unpacked by `tar` into a directory that is gone with it.
final class Archive {
    private let directory: URL
    /// The files that it has, in its order.
    let names: [String]
    /// The most bytes that came at once.
    let largestPiece: Int

    /// - Parameter whileWriting: called after each piece.
    init(_ export: AccountExport, whileWriting: () async throws -> Void = {}) async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        let path = directory.path(percentEncoded: false)
        let tar = path + ".tar"
        defer { try? FileManager.default.removeItem(atPath: tar) }
        var (bytes, largest) = (Data(), 0)
        try await export.write { piece in
            bytes += piece
            largest = max(largest, piece.count)
            try await whileWriting()
        }
        try bytes.write(to: URL(filePath: tar))
        largestPiece = largest
        names = try Self.run("tar", "-C", path, "-xvf", tar).split(separator: "\n").map(String.init)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    subscript(_ name: String) -> String {
        get throws { try String(contentsOf: directory.appending(path: name), encoding: .utf8) }
    }

    /// The items of a list.
    func items(_ name: String) throws -> [[String: Any]] {
        let list = try JSONSerialization.jsonObject(with: Data(try self[name].utf8))
        return try #require(list as? [[String: Any]], "\(name)")
    }

    /// A field of each item of a list.
    func texts(_ name: String, _ field: String) throws -> [String] {
        try items(name).map { try #require($0[field] as? String, "\(name)") }
    }

    func object(_ name: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(try self[name].utf8)) as? [String: Any])
    }

    /// The events, as their lines say them.
    var events: [[String: Any]] {
        get throws {
            try self["events.ndjson"].split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }
    }

    private static func run(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return output
    }
}

extension Service {
    /// Everything that somebody has, now.
    func export(of name: String = "ada") async throws -> AccountExport {
        try await glimp.catchUpReadModels()
        let user = try #require(try glimp.people.find(name))
        let holdings = [ExportFile.sessions, .webhooks, .phones].map { ExportHolding($0, []) }
        return try await glimp.export(of: user, holdings: holdings)
    }
}
