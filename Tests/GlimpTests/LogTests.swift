import Foundation
import Testing

/// `glimp log`: what it prints, and that it follows.
@Suite struct LogTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        let file = try bench.file("lines", Line.friends() + Line.people(6))
        try #require(try await bench.glimp("apply", file).code == 0)
    }

    private func positions(_ options: String...) async throws -> [Int] {
        let ended = try await bench.start(["log", "read", "--json"] + options).ended()
        try #require(ended.code == 0, "\(options): \(ended)")
        return try ended.output.split(separator: "\n").compactMap { try JSON(String($0))["position"]?.int }
    }

    @Test func readTakesRangesTypesTagsDirectionAndLimit() async throws {
        #expect(try await positions() == Array(1...10))
        #expect(try await positions("--from", "9") == [9, 10])
        #expect(try await positions("--from", "0", "--to", "2") == [1, 2])
        #expect(try await positions("--from", "11").isEmpty)
        #expect(try await positions("--from", "18446744073709551615").isEmpty)
        #expect(try await positions("--to", "18446744073709551615", "--from", "10") == [10])
        #expect(try await positions("--backwards", "--limit", "3") == [10, 9, 8])
        #expect(try await positions("--backwards", "--from", "3", "--to", "5") == [5, 4, 3])
        #expect(try await positions("--type", "FriendInvited", "--type", "FriendAccepted") == [3, 4])
        #expect(try await positions("--type", "NoSuchType").isEmpty)
        let ada = try await bench.json("query", "accounts", "ada")["userId"]?.text ?? ""
        #expect(try await positions("--tag", "user:\(ada)") == [1, 3, 4])
        #expect(try await positions("--tag", "user:\(ada)", "--type", "FriendAccepted") == [4])
        #expect(try await positions("--tag", "user:\(ada)", "--tag", "user:nobody").isEmpty)
    }

    @Test func anEventIsOneObjectALine() async throws {
        let event = try await bench.jsonLines("log", "read", "--type", "FriendInvited")[0]
        #expect(
            event.keys.isSuperset(of: ["position", "time", "type", "tags", "actor", "commandId", "payload"]), "\(event)"
        )
        #expect(event["payload"]?.keys == ["inviter", "invited"])
        #expect(event["type"] == "FriendInvited" && event["position"] == 3)
        let text = try await bench.glimp("log", "read", "--limit", "1").output
        #expect(
            text.hasPrefix("       1  ") && text.contains("AccountRegistered") && text.contains(#""username":"ada""#))
    }

    @Test func headAndStatsCount() async throws {
        #expect(try await bench.json("log", "head") == ["position": 10])
        #expect(try await bench.glimp("log", "head").output == "10\n")
        let stats = try await bench.json("log", "stats")
        #expect(stats["events"] == 10 && stats["position"] == 10)
        #expect(stats["by_type"] == ["AccountRegistered": 8, "FriendInvited": 1, "FriendAccepted": 1])
        #expect((stats["bytes"]?.int ?? 0) > 10_000)
        #expect(try await bench.glimp("log", "stats").output.contains("AccountRegistered       8"))
    }

    @Test func verifyReadsEverything() async throws {
        let report = try await bench.json("log", "verify")
        #expect(report["events"] == 10, "\(report)")
        #expect(try await bench.glimp("log", "verify").output.contains("10 events and 0 outcomes are whole"))
        try await bench.glimp("send", "UnblockUser", #"{"user":"bob"}"#, "--as", "ada", "--id", Line.freshID())
        #expect(try await bench.glimp("log", "verify").output.contains("10 events and 1 outcome are whole"))
    }

    @Test(arguments: [(SIGSEGV, 65, "damaged"), (SIGTERM, 69, "run it again"), (SIGKILL, 69, "run it again")])
    func whoKillsTheReaderIsToldFromADamagedPage(signal: Int32, code: Int32, words: String) async throws {
        let file = bench.data + "/log/data.mdb"
        // Whoever opens it waits.
        try FileManager.default.removeItem(atPath: file)
        #expect(mkfifo(file, 0o600) == 0)
        // Else a handler looks at the process before it ends.
        let verify = try bench.start(["log", "verify"], environment: ["SWIFT_BACKTRACE": "enable=no"])
        try await poll("the child has begun") { Self.child(reading: bench.data) != nil }
        kill(try #require(Self.child(reading: bench.data)), signal)
        let ended = await verify.ended()
        #expect(ended.code == code && ended.errors.contains(words), "\(ended)")
    }

    static func child(reading data: String) -> Int32? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.lazy.compactMap { Int32($0) }.first { number in
            let line = String(
                decoding: FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data(), as: UTF8.self)
            return line.contains("verify-here") && line.contains(data)
        }
    }

    @Test func tailsSeeWhatAnotherProcessAppends() async throws {
        let tails = [
            try bench.start(["log", "tail", "--json", "--after", "10", "--limit", "2"]),
            try bench.start(["log", "tail", "--json", "--type", "AccountRegistered", "--limit", "10"]),
        ]
        try await poll("the second shows what there is") {
            tails[1].output.split(separator: "\n").count == 8
        }
        for name in ["cat", "dan"] {
            let line = #"{"username":"\#(name)"}"#
            #expect(try await bench.glimp("send", "RegisterAccount", line, "--as", name).code == 0)
            // The bound is generous because the machine may be busy; a tail that only polls on a timer keeps it too.
            try await poll("both tails show \(name)", within: .seconds(30)) {
                tails.allSatisfy { $0.output.contains("\"\(name)\"") }
            }
        }
        for tail in tails {
            let ended = await tail.ended(within: .seconds(20))
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended)")
            #expect(ended.output.split(separator: "\n").count == (tail === tails[0] ? 2 : 10))
        }
    }

    @Test func whoStopsReadingEndsItQuietly() async throws {
        for command in [
            "log read", "log read --json", "log stats", "log head", "log verify", "query home ada", "projection list",
            "activity", "commands", "settings", "media stats", "--help", "--version",
        ] {
            let ended = try await bench.shell("\"$GLIMP\" \(command) | head -1 | wc -l")
            #expect(ended.code == 0 && ended.errors.isEmpty, "\(command): \(ended)")
            #expect(ended.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1", "\(command): \(ended)")
            let full = try await bench.shell("\"$GLIMP\" \(command) > /dev/full")
            #expect(full.code == 74 && full.errors.contains("No space left on device"), "\(command): \(full)")
        }
    }
}
