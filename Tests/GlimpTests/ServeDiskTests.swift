import Foundation
import Testing

/// `glimp serve` on a disk that fills up.
@Suite(.enabled(if: SmallDisk.isPossible, "needs the right to mount")) struct ServeDiskTests {
    @Test func withoutRoomWritesWaitReadsGoOnAndNothingAcknowledgedIsLost() async throws {
        let disk = try SmallDisk(bytes: 24 << 20)
        let (data, ballast) = (disk.path + "/data", disk.path + "/ballast")
        let server = try await Server(disk.bench, ["--set", "metrics.open=true"], data: data)
        let ada = try await server.register("ada")
        let before = try await change("before", server, ada)
        #expect(before.status == 200 && before.position != nil)
        #expect(try await server.send("GET", "/v1/me", as: ada, wait: before.position).status == 200)

        let free = try #require(
            try FileManager.default.attributesOfFileSystem(forPath: disk.path)[.systemFreeSize] as? Int)
        try Data(repeating: 1, count: free - (200 << 10)).write(to: URL(filePath: ballast))
        var (acknowledged, failed) = ([before], before)
        for number in 0..<4_000 where failed.status == 200 {
            failed = try await change("number \(number) \(String(repeating: "x", count: 60))", server, ada)
            if failed.status == 200 { acknowledged.append(failed) }
        }
        #expect(failed.status == 503 && failed.code == "full", "\(failed)")
        #expect(failed.retryAfter != nil)
        #expect(try await change("again", server, ada).status == 503)

        for path in ["/v1/me", "/v1/home", "/v1/friends", "/v1/sessions", "/healthz", "/metrics"] {
            let answer = try await server.send("GET", path, as: ada, isJSON: path != "/metrics")
            #expect(answer.status == 200, "\(path): \(answer)")
        }

        try FileManager.default.removeItem(atPath: ballast)
        // The one that failed, sent again: with the same id it happens once.
        var retried = failed
        try await poll("writing goes on") {
            retried = try await change(failed.name, server, ada, id: failed.id)
            return retried.status == 200
        }
        let last = try await change("after", server, ada)
        let me = try await server.send("GET", "/v1/me", as: ada, wait: last.position)
        #expect(me.status == 200 && me.json["displayName"] == "after", "\(me)")

        server.process.signal(SIGTERM)
        #expect(await server.process.ended().code == 0)
        #expect(try await disk.bench.glimp("log", "verify", "--data", data).code == 0)
        let events = try await disk.bench.jsonLines("log", "read", "--data", data)
        let names = events.compactMap { $0["payload"]?["details"]?["displayName"]?.text }
        #expect(names == acknowledged.map(\.name) + [failed.name, "after"])
    }

    private struct Change {
        var status: Int
        var name: String
        var id: UUID
        var position: Int?
        var code: String?
        var retryAfter: Int?
    }

    private func change(
        _ name: String, _ server: Server, _ token: String, id: UUID = UUID()
    ) async throws -> Change {
        let answer = try await server.send(
            "POST", "/v1/commands/ChangeDisplayName", #"{"displayName":"\#(name)"}"#, as: token, id: id)
        return Change(
            status: answer.status, name: name, id: id, position: answer.json["position"]?.int,
            code: answer.json["code"]?.text, retryAfter: answer.json["retryAfter"]?.int)
    }
}
