import Foundation
import Testing

/// `glimp log checkpoint`, `key`, `prove` and `leaves`, as an operator and an outsider use them.
@Suite struct EvidenceTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        try #require(try await bench.glimp("apply", try bench.file("lines", Line.friends() + Line.people(6))).code == 0)
    }

    private func save(_ name: String, _ arguments: String...) async throws -> String {
        let ended = try await bench.start(arguments).ended()
        try #require(ended.code == 0, "\(arguments): \(ended)")
        try Data(ended.output.utf8).write(to: URL(filePath: "\(bench.path)/\(name)"))
        return ended.output
    }

    private func check(_ arguments: String...) async throws -> Ended {
        try await RunningProcess(Workbench.glimp, ["log", "prove", "check"] + arguments, in: bench.path).ended()
    }

    @Test func anOutsiderChecksWithoutTheLog() async throws {
        let unsigned = try await bench.glimp("log", "prove", "inclusion", "1")
        #expect(unsigned.code == 1 && unsigned.errors.contains("no checkpoint"), "\(unsigned)")
        #expect(try await bench.glimp("log", "checkpoint", "--last").code == 1)
        #expect(try await bench.glimp("log", "key").code == 69)
        let note = try await save("old", "log", "checkpoint", "--origin", "example.com/glimp")
        #expect(note.hasPrefix("example.com/glimp\n10\n") && note.contains("\n\n\u{2014} example.com/glimp "))
        #expect(try await save("last", "log", "checkpoint", "--last") == note)
        #expect(try await save("again", "log", "checkpoint") == note)
        let key = try await save("vkey", "log", "key")
        #expect(key.hasPrefix("example.com/glimp+"))
        try await bench.glimp("send", "RegisterAccount", #"{"username":"zoe"}"#)
        let signed = try await bench.json("log", "checkpoint")
        #expect(signed["size"] == 11 && signed["origin"] == "example.com/glimp")
        let event = try await bench.jsonLines("log", "read", "--from", "3", "--limit", "1")[0]
        let proof = try await save("event", "log", "prove", "inclusion", "3")
        #expect(try await save("byID", "log", "prove", "inclusion", try #require(event["id"]?.text)) == proof)
        _ = try await save("hashes", "log", "prove", "inclusion", "3", "--hashes")
        _ = try await save("grown", "log", "prove", "consistency", "10")

        // From here on there is no log.
        try FileManager.default.removeItem(atPath: bench.data)
        let shown = try JSON(try await check("event", "--key", "vkey", "--json").output)
        #expect(shown["proves"] == "inclusion" && shown["position"] == 3 && shown["size"] == 11, "\(shown)")
        #expect(shown["type"] == event["type"] && shown["eventId"] == event["id"], "\(shown)")
        let bare = try await check("hashes", "--key", "vkey")
        #expect(bare.output == "Event 3 is in the log example.com/glimp of 11 events.\n", "\(bare)")
        let grown = try await check("grown", "--key", "vkey", "--checkpoint", "old")
        #expect(grown.output == "The log example.com/glimp of 11 events begins with that of 10.\n", "\(grown)")
        let unknown = try await check("grown", "--key", "vkey")
        #expect(unknown.code == 1 && unknown.errors.contains("not_signed"), "\(unknown)")
        let forged = proof.replacingOccurrences(of: "index 2", with: "index 3")
        try Data(forged.utf8).write(to: URL(filePath: "\(bench.path)/forged"))
        let refused = try await check("forged", "--key", "vkey")
        #expect(refused.code == 1 && refused.errors.contains("invalid_proof") && refused.output.isEmpty, "\(refused)")
    }

    @Test func theSignerGoesOnAndRefusesAnOlderLog() async throws {
        let signer = try bench.start(["log", "checkpoint", "--every", "1", "--json"])
        let file = URL(filePath: bench.data + "/evidence/checkpoint")
        func size() -> String? {
            (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").dropFirst().first.map(String.init)
        }
        try await poll("ten are signed") { size() == "10" }
        _ = try await bench.shell(
            "mkdir \(bench.path)/old && cp -r \(bench.data)/log \(bench.data)/index \(bench.path)/old")
        try await bench.glimp("send", "RegisterAccount", #"{"username":"zoe"}"#)
        try await poll("the new one is signed") { size() == "11" }
        let taken = try await bench.glimp("log", "checkpoint")
        #expect(taken.code == 69 && taken.errors.contains("another process signs"), "\(taken)")
        signer.signal(SIGTERM)
        _ = await signer.ended()
        let modes = try await bench.shell("cd \(bench.data)/keys/signing && stat -c %a . key last")
        #expect(modes.output == "700\n600\n600\n", "\(modes)")

        // With its index, and without.
        for parts in ["log index", "log"] {
            _ = try await bench.shell(
                "cd \(bench.data) && rm -rf log index && cd \(bench.path)/old && cp -r \(parts) \(bench.data)")
            for command in [["log", "checkpoint"], ["log", "head"], ["query", "accounts", "ada"]] {
                let refused = try await bench.start(command).ended()
                #expect(
                    refused.code == 65 && refused.errors.contains("11 events, and only 10 are here"), "\(refused)")
            }
        }
    }

    @Test func leavesAreHashesOnly() async throws {
        let leaves = try await bench.glimp("log", "leaves", "--from", "2", "--to", "4").output.split(separator: "\n")
        let data = try leaves.map { try #require(Data(base64Encoded: String($0))) }
        #expect(data.map(\.count) == [80, 80, 80])
        #expect(data.map { $0.prefix(8) } == Array(repeating: Data("EVLEAF01".utf8), count: 3))
        #expect(data.map { $0[15] } == [2, 3, 4])
    }

    /// The child that reads is another process group's: it must not go on alone.
    @Test func verifyCanBeInterrupted() async throws {
        let file = bench.data + "/log/data.mdb"
        // Whoever opens it waits.
        try FileManager.default.removeItem(atPath: file)
        #expect(mkfifo(file, 0o600) == 0)
        let verify = try bench.start(["log", "verify"], environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await poll("the child has begun") { LogTests.child(reading: bench.data) != nil }
        let child = try #require(LogTests.child(reading: bench.data))
        verify.signal(SIGINT)
        let ended = await verify.ended()
        #expect(ended.code == 69 && ended.errors.contains("run it again"), "\(ended)")
        #expect(kill(child, 0) != 0, "the child reads on")
    }
}
