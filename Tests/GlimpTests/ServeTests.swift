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
