import Foundation

/// A running `EventLogTestHelper`.
final class OtherProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var unread = ""

    init(_ role: String, _ directory: String, _ number: Int = 0, _ text: String = "-") throws {
        let binary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: binary).deletingLastPathComponent().appending(path: "EventLogTestHelper")
        process.arguments = [role, directory, String(number), text]
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

    /// Everything it says until it ends.
    func lines() throws -> [String] {
        var lines: [String] = []
        while let line = try line() { lines.append(line) }
        return lines
    }

    func goOn() throws { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

    func signal(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    func kill() {
        signal(SIGKILL)
        process.waitUntilExit()
    }

    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
