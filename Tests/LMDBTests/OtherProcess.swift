import Foundation

/// A running `LMDBTestHelper`.
final class OtherProcess {
    private let process = Process()
    private let output = Pipe()
    private var unread = ""

    /// Returns when the helper has said its first line, as a rule "ready".
    init(_ role: String, _ directory: String, _ number: Int = 0) throws {
        let binary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: binary).deletingLastPathComponent().appending(path: "LMDBTestHelper")
        process.arguments = [role, directory, String(number)]
        process.standardOutput = output
        try process.run()
        // The helper's end alone is to keep the pipe open, or its death would not be the end of the file.
        try output.fileHandleForWriting.close()
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

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
