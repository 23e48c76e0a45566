import Foundation

/// A running `CredentialsTestHelper`.
final class OtherProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var unread = ""

    init(_ role: String, _ directory: String) throws {
        let binary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: binary).deletingLastPathComponent()
            .appending(path: "CredentialsTestHelper")
        process.arguments = [role, directory]
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        // The helper's end alone is to keep the pipe open, or its death would not be the end of the file.
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    deinit { if process.isRunning { kill() } }

    /// nil: the process has ended.
    func line() throws -> String? {
        while !unread.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            unread += String(decoding: data, as: UTF8.self)
        }
        guard let end = unread.firstIndex(of: "\n") else { return nil }
        defer { unread = String(unread[unread.index(after: end)...]) }
        return String(unread[..<end])
    }

    func lines() throws -> [String] {
        var lines: [String] = []
        while let line = try line() { lines.append(line) }
        return lines
    }

    /// What it answers to one line.
    func ask(_ line: String) throws -> String? {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        return try self.line()
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
