import Foundation
import Testing

/// What is typed wrong ends with 64, says what is wrong, and touches nothing.
@Suite struct UsageTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    static let wrong: [[String]] = [
        ["nonsense"], ["--nonsense"],
        ["apply"], ["apply", "a", "b"], ["apply", "-", "--acks"], ["apply", "-", "--nonsense"],
        ["send"], ["send", "NoSuchCommand", "{}"], ["send", "RegisterAccount", "{}", "--id", "7"],
        ["log", "nonsense"], ["log", "head", "more"],
        ["log", "read", "--limit", "0"], ["log", "read", "--limit", "x"], ["log", "read", "--limit=-1"],
        ["log", "read", "--from", "x"], ["log", "read", "--from=-1"], ["log", "read", "--from", "5", "--to", "4"],
        ["log", "read", "--type", ""], ["log", "read", "--tag", ""],
        ["log", "read", "--tag", String(repeating: "t", count: 256)],
        ["log", "tail", "--limit", "0"], ["log", "tail", "--after", "x"], ["log", "stats", "x"],
        ["log", "verify", "x"], ["log", "checkpoint", "--every", "0"], ["log", "checkpoint", "--origin", "a b"],
        ["log", "checkpoint", "--last", "--every", "1"], ["log", "prove", "inclusion", "x"],
        ["log", "prove", "consistency", "2", "1"], ["log", "prove", "consistency", "x"],
        ["log", "prove", "check", "x"],
        ["query"], ["query", "home"], ["query", "nonsense", "ada"], ["query", "shared", "ada"],
        ["query", "home", "ada", "bob"], ["query", "shared", "ada", "bob", "cat"],
        ["query", "friends", "ada", "--limit", "0"], ["query", "friends", "ada", "--limit", "501"],
        ["query", "home", "ada", "--cursor", "x"], ["query", "accounts", "ada", "--cursor", "x"],
        ["projection", "nonsense"], ["projection", "rebuild"], ["projection", "check"], ["projection", "retry"],
        ["projection", "rebuild", "nonsense"], ["projection", "check", "friends", "nonsense"],
        ["projection", "check", "friends", "--all"], ["projection", "list", "x"],
        ["serve", "x"], ["serve", "--http", "8080"], ["serve", "--grpc", "no"], ["serve", "--config", "nowhere.json"],
        ["serve", "--set", "http.bodyBytes"], ["serve", "--set", "http.bodyBytes=1"], ["serve", "--set", "no.such=1"],
        ["serve", "--http", "127.0.0.1:0", "--set", "http.listen=127.0.0.1:0"],
        ["serve", "--set", "tls.certificate=nowhere.pem"], ["settings", "x"],
        ["settings", "--set", "media.pixels=many"],
        ["projection", "check", "blocks"],
    ]

    @Test(arguments: wrong) func isToldAndTouchesNothing(arguments: [String]) async throws {
        let ended = try await bench.start(arguments).ended()
        #expect(ended.code == 64 && !ended.errors.isEmpty && ended.output.isEmpty, "\(arguments): \(ended)")
        #expect(!FileManager.default.fileExists(atPath: bench.data))
    }

    @Test func everyCommandHasHelp() async throws {
        for command in [
            [], ["apply"], ["send"], ["log"], ["log", "head"], ["log", "read"], ["log", "tail"], ["log", "stats"],
            ["log", "verify"], ["log", "checkpoint"], ["log", "key"], ["log", "prove", "inclusion"],
            ["log", "prove", "consistency"], ["log", "prove", "check"],
            ["query"], ["projection"], ["projection", "list"], ["projection", "rebuild"],
            ["projection", "check"], ["projection", "retry"], ["serve"], ["settings"], ["operator"], ["commands"],
            ["webhook"], ["webhook", "create"],
        ] {
            let ended = try await RunningProcess(Workbench.glimp, command + ["--help"], in: bench.path).ended()
            #expect(ended.code == 0 && ended.output.contains("USAGE: glimp"), "\(command): \(ended)")
            #expect(!ended.output.contains("verify-here"), "\(command)")
        }
    }

    @Test func bodiesThatAreNoneAreBadData() async throws {
        for (command, body) in [
            ("RegisterAccount", "nonsense"), ("RegisterAccount", "[]"), ("RegisterAccount", #"{"name":"ada"}"#),
            ("InviteFriend", #"{"friend":7}"#),
        ] {
            let ended = try await bench.glimp("send", command, body)
            #expect(ended.code == 65 && ended.errors.contains(command), "\(ended)")
        }
        let other = try await bench.glimp("send", "RegisterAccount", #"{"username":"ada"}"#, "--as", "bob")
        #expect(other.code == 65, "\(other)")
        #expect(!FileManager.default.fileExists(atPath: bench.data))
    }

    @Test func aCommandSentTwiceUnderOneIdHappensOnce() async throws {
        let arguments = [
            "send", "RegisterAccount", #"{"username":"ada"}"#, "--as", "ada", "--id", Line.freshID(), "--json",
        ]
        let first = try JSON(await bench.start(arguments).ended().output)
        #expect(first["position"] == 1 && first["duplicate"] == .bool(false) && first["events"]?.items.count == 1)
        let second = try JSON(await bench.start(arguments).ended().output)
        #expect(second["position"] == 1 && second["duplicate"] == .bool(true) && second["events"] == first["events"])
        let refused = try await bench.glimp("send", "RegisterAccount", #"{"username":"Ada"}"#, "--as", "Ada")
        #expect(refused.code == 1 && refused.errors.contains("username_taken"), "\(refused)")
    }
}
