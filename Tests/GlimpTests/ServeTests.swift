import Foundation
import Synchronization
import Testing

/// `glimp serve` as processes: what is acknowledged stands, however they end.
@Suite struct ServeTests {
    /// Positions that were acknowledged.
    private final class Acknowledged: Sendable {
        private let positions = Mutex<[Int]>([])
        var all: [Int] { positions.withLock { $0 } }
        func add(_ position: Int) { positions.withLock { $0.append(position) } }
    }

    /// Changes a name again and again until the server is gone or the task is cancelled.
    private static func load(_ server: Server, _ token: String, _ acknowledged: Acknowledged) async {
        var number = 0
        while !Task.isCancelled {
            number += 1
            guard
                let answer = try? await server.send(
                    "POST", "/v1/commands/ChangeDisplayName", #"{"displayName":"number \#(number)"}"#, as: token),
                answer.status == 200
            else { return }
            if let position = answer.json["position"]?.int { acknowledged.add(position) }
        }
    }

    private static func expectAll(_ acknowledged: Acknowledged, in bench: Workbench) async throws {
        let positions = acknowledged.all
        #expect(Set(positions).count == positions.count, "a position was acknowledged twice")
        let head = try await bench.json("log", "head")["position"]?.int ?? 0
        #expect(
            positions.allSatisfy { $0 <= head }, "\(positions.max() ?? 0) was acknowledged; the log ends at \(head)")
        #expect(try await bench.glimp("log", "verify").code == 0)
    }

    @Test func settingsComeFromAFileAndTheEnvironment() async throws {
        let bench = try Workbench()
        let file = bench.path + "/settings.json"
        try Data(#"{"http":{"bodyBytes":2000,"commandsAtOnce":3}}"#.utf8).write(to: URL(filePath: file))
        let server = try await Server(
            bench, ["--config", file], environment: ["GLIMP_HTTP_COMMANDS_AT_ONCE": "1"])
        let ada = try await server.register("ada")
        let large = String(repeating: "x", count: 2_000)
        let tooLarge = try await server.send("POST", "/v1/commands/InviteFriend", #"{"friend":"\#(large)"}"#, as: ada)
        #expect(tooLarge.status == 413)
        let command = #"{"command":"InviteFriend","body":{"friend":"nobody"}}"#
        let tooMany = try await server.send("POST", "/v1/commands", #"{"commands":[\#(command),\#(command)]}"#, as: ada)
        #expect(tooMany.status == 413)
    }

    @Test func aDoorThatIsTakenIsNamed() async throws {
        let bench = try Workbench()
        let server = try await Server(bench)
        let taken = "127.0.0.1:\(server.port)"
        for (http, grpc, name) in [(taken, "off", "HTTP"), ("127.0.0.1:0", taken, "gRPC")] {
            let ended = try await bench.start(["serve", "--http", http, "--grpc", grpc]).ended()
            #expect(ended.code == 69 && ended.errors.contains("\(name) can't be served on \(taken)"), "\(ended)")
        }
    }

    /// Uploads that stall, a stream, and half a request hold nobody up for longer than they may.
    @Test func whatNeverEndsIsCutOffAtTheEnd() async throws {
        let bench = try Workbench()
        let server = try await Server(bench, ["--set", "shutdown.graceSeconds=1"])
        let ada = try await server.register("ada")
        let requests = [
            "POST /v1/media HTTP/1.1\\r\\nContent-Type: image/png\\r\\nContent-Length: 9000",
            "POST /v1/commands/InviteFriend HTTP/1.1\\r\\nContent-Length: 900", "GET /v1/stream HTTP/1.1",
        ].map { "\($0)\\r\\nHost: glimp\\r\\nAuthorization: Bearer \(ada)\\r\\n\\r\\n" }
        let clients = try (requests + ["GET /healthz HT"]).map { text in
            try RunningProcess(
                "/bin/bash",
                ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(server.port); printf '\(text)' >&3; echo sent; cat <&3"],
                in: bench.path)
        }
        for client in clients { try await poll("it is sent") { client.output.contains("sent") } }
        try await poll("the stream is there") { clients[2].output.contains(": from") }
        server.process.signal(SIGTERM)
        let ended = await server.process.ended(within: .seconds(10))
        #expect(ended.code == 0 && !ended.wasKilled && !ended.errors.contains("error"), "\(ended)")
        for client in clients { _ = await client.ended(within: .seconds(10)) }
    }

    @Test func aSignalUnderLoadEndsItInOrder() async throws {
        let bench = try Workbench()
        let server = try await Server(bench)
        let tokens = [try await server.register("ada"), try await server.register("bob")]
        let acknowledged = Acknowledged()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for token in tokens { group.addTask { await Self.load(server, token, acknowledged) } }
            try await poll("some are acknowledged") { acknowledged.all.count > 20 }
            server.process.signal(SIGTERM)
            let ended = await server.process.ended(within: .seconds(10))
            #expect(ended.code == 0 && !ended.wasKilled, "\(ended)")
            try await group.waitForAll()
        }
        try await Self.expectAll(acknowledged, in: bench)
    }

    @Test func whenOneOfTwoIsKilledTheOtherCarriesOn() async throws {
        let bench = try Workbench()
        let (one, other) = (try await Server(bench), try await Server(bench))
        let (ada, bob) = (try await one.register("ada"), try await other.register("bob"))
        let acknowledged = Acknowledged()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await Self.load(one, ada, acknowledged) }
            group.addTask { await Self.load(other, bob, acknowledged) }
            try await poll("some are acknowledged") { acknowledged.all.count > 20 }
            one.process.signal(SIGKILL)
            _ = await one.process.ended()
            let before = acknowledged.all
            // The lists of the one that is left move on: a projector works in it now.
            let answer = try await other.send("GET", "/v1/me", as: ada, wait: before.max())
            #expect(answer.status == 200, "\(answer)")
            try await poll("it goes on") { acknowledged.all.count > before.count + 20 }
            group.cancelAll()
            try await group.waitForAll()
        }
        try await Self.expectAll(acknowledged, in: bench)
    }

    @Test func loggingOutHoldsInTheOtherProcessAtOnce() async throws {
        let bench = try Workbench()
        let (one, other) = (try await Server(bench), try await Server(bench))
        let token = try await one.register("ada")
        #expect(try await other.send("GET", "/v1/me", as: token, wait: 1).status == 200)
        #expect(try await one.send("DELETE", "/v1/sessions/current", as: token).status == 204)
        let answer = try await other.send("GET", "/v1/me", as: token)
        #expect(answer.status == 401 && answer.json["code"] == "session_revoked")
    }

    /// A reader of the live stream; its end is in order when curl says so.
    private func stream(_ server: Server, as token: String, in bench: Workbench) async throws -> RunningProcess {
        let arguments = ["-sN", "http://127.0.0.1:\(server.port)/v1/stream", "-H", "Authorization: Bearer \(token)"]
        let reader = try RunningProcess("/usr/bin/env", ["curl"] + arguments, in: bench.path)
        try await poll("it is connected") { reader.output.contains(": from ") }
        return reader
    }

    @Test func aStreamTellsNothingMoreOnceItsSessionEndsInTheOtherProcess() async throws {
        let bench = try Workbench()
        let (one, other) = (try await Server(bench), try await Server(bench))
        let (ada, bob) = (try await one.register("ada"), try await one.register("bob"))
        let invite = (path: "/v1/commands/InviteFriend", body: #"{"friend":"ada"}"#)
        let reader = try await stream(one, as: ada, in: bench)
        #expect(try await other.send("POST", invite.path, invite.body, as: bob).status == 200)
        try await poll("it is told") { reader.output.contains("event: ") }
        #expect(try await other.send("DELETE", "/v1/sessions/current", as: ada).status == 204)
        let told = reader.output
        let cyd = try await other.register("cyd")
        #expect(try await other.send("POST", invite.path, invite.body, as: cyd).status == 200)
        let ended = await reader.ended(within: .seconds(30))
        #expect(ended.code == 0 && ended.output == told, "\(ended)")
    }

    @Test func aSignalEndsStreamsInOrder() async throws {
        let bench = try Workbench()
        let server = try await Server(bench)
        let reader = try await stream(server, as: try await server.register("ada"), in: bench)
        server.process.signal(SIGTERM)
        #expect(await server.process.ended(within: .seconds(10)).code == 0)
        let ended = await reader.ended(within: .seconds(10))
        #expect(ended.code == 0, "\(ended)")
    }
}
