import Dispatch
import Foundation

/// Programs as a person would run them.
enum Shell {
    struct Result: Sendable {
        let status: Int32
        let output: String
    }

    /// Runs a program to its end, and gives what it printed on standard output. Waits on a thread of its own: those that
    /// tasks run on are few.
    static func run(_ words: [String]) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: .init { try blockingly(words) }) }
        }
    }

    private static func blockingly(_ words: [String]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}
