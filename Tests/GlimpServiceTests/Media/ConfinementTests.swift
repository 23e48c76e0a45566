import Foundation
import PicturesForTests
import Testing

@testable import GlimpService

/// What a worker can still do once it is confined, tried by a program that does nothing else.
@Suite struct ConfinementTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    private func outcomes() throws -> [String: Int] {
        let secret = scratch.path + "/secret"
        try Data("secret".utf8).write(to: URL(filePath: secret))
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "ConfinementTestHelper")
        process.arguments = [secret, scratch.path + "/new"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        return Dictionary(
            uniqueKeysWithValues: text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                return words.count == 2 ? Int(words[1]).map { (String(words[0]), $0) } : nil
            })
    }

    @Test func aWorkerThatIsTakenOverReachesNothing() throws {
        let outcomes = try outcomes()
        let holds = try #require(outcomes["holds"])
        // Where filters of system calls are forbidden there is nothing to be tested; where they are not, they hold.
        let filters = try String(contentsOfFile: "/proc/sys/kernel/seccomp/actions_avail", encoding: .utf8)
        #expect(holds & 1 == 1 || !filters.contains("errno"))
        if holds & 1 == 1 {
            for name in [
                "socket", "unix", "write", "create", "unlink", "rename", "chmod", "signal", "spawn", "limit",
            ] {
                #expect(outcomes[name] == Int(EPERM) || outcomes[name] == Int(EACCES), "\(name): \(outcomes)")
            }
        }
        if holds & 2 == 2 { #expect(outcomes["read"] == Int(EACCES), "\(outcomes)") }
        for name in ["library", "memory", "thread"] { #expect(outcomes[name] == 0, "\(name): \(outcomes)") }
        #expect(try Data(contentsOf: URL(filePath: scratch.path + "/secret")) == Data("secret".utf8))
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/new"))
    }
}
