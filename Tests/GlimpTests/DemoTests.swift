import Foundation
import Testing

/// `glimp demo`: the small town.
@Suite struct DemoTests {
    private static let password = "welcome-to-wrenhaven"

    @Test func aTownHasSomethingInEveryListAndIsWhole() async throws {
        let bench = try Workbench()
        let made = try await bench.glimp("demo", "--seed", "3")
        #expect(made.code == 0 && made.output.contains("Everybody's password: \(Self.password)"), "\(made)")
        #expect(made.output.contains("glimp query home ada --data \(bench.data)\n"), "\(made)")
        for list in ["friends", "gallery", "sent", "notifications"] {
            #expect(try await bench.json("query", list, "ada")["items"]?.items.isEmpty == false, "\(list)")
        }
        let home = try await bench.json("query", "home", "ada")
        for list in ["friends", "requests", "unreadNotifications"] {
            #expect((home[list]?["total"]?.int ?? 0) > 0, "\(list): \(String(describing: home[list]))")
        }
        for list in ["invitations", "requests"] {
            let both = try await bench.json("query", list, "ada")
            for way in ["incoming", "outgoing"] { #expect((both[way]?["total"]?.int ?? 0) > 0, "\(list) \(way)") }
        }
        let snaps = (try await bench.json("query", "feeds", "ada")["feeds"]?.items ?? []).map {
            $0["items"]?.items ?? []
        }
        #expect(snaps.count == 3 && snaps.allSatisfy { !$0.isEmpty })
        #expect(Set(snaps.joined().map { $0["read"] }) == [.bool(true), .bool(false)])
        #expect(try await bench.glimp("query", "feeds", "ada").output.contains("  own "))
        let comments = try await bench.jsonLines("log", "read", "--type", "CommentAdded")
        let texts = comments.compactMap { $0["payload"]?["details"]?["text"]?.text }
        #expect(!texts.isEmpty && Set(texts).count == texts.count, "nobody says what somebody else has said")
        try expectSum(made.output)
        let both = try await bench.json("query", "shared", "ada", "bo")["items"]?.items ?? []
        #expect(Set(both.compactMap { $0["asker"]?["username"]?.text }) == ["ada", "bo"])
        for check in [["log", "verify"], ["projection", "check", "--all"], ["media", "check"]] {
            let ended = try await bench.start(check).ended()
            #expect(ended.code == 0, "\(check): \(ended)")
        }
        let before = try await bench.glimp("log", "stats")
        let again = try await bench.glimp("demo")
        #expect(again.code == 1 && again.errors.contains("has events already"), "\(again)")
        #expect(try await bench.glimp("log", "stats").output == before.output)
        try await expectServed(bench)
    }

    /// What became of the glimps that were asked for is what was asked for.
    private func expectSum(_ report: String) throws {
        func count(_ row: String) throws -> Int {
            let line = try #require(report.split(separator: "\n").first { $0.hasPrefix(row) }, "\(row)")
            return try #require(line.split(separator: " ").last.flatMap { Int($0) }, "\(line)")
        }
        let ends = try ["answered", "declined", "cancelled", "expired", "open now"].map { try count("  \($0)") }
        #expect(try count("glimps asked for") == ends.reduce(0, +) && ends.allSatisfy { $0 > 0 }, "\(report)")
    }

    /// People log in with the password that was printed; a glimp's photo is for its two participants.
    private func expectServed(_ bench: Workbench) async throws {
        let server = try await Server(bench)
        func logIn(_ name: String) async throws -> String {
            let body = #"{"username":"\#(name)","password":"\#(Self.password)"}"#
            return try #require(try await server.send("POST", "/v1/sessions", body).json["accessToken"]?.text)
        }
        let (ada, kofi) = (try await logIn("ada"), try await logIn("kofi"))
        let glimps = try await server.send("GET", "/v1/glimps/received", as: ada).json["items"]?.items ?? []
        let photo = try #require(glimps.first?["photo"]?["media"]?.text)
        let path = "/v1/media/\(photo)"
        #expect(try await server.send("GET", path, as: ada, isJSON: false).status == 200)
        #expect(try await server.send("GET", path + "/square-150", as: ada, isJSON: false).status == 200)
        #expect(try await server.send("GET", path, as: kofi, isJSON: false).status == 404)
    }

    @Test func theSameSeedMakesTheSameTown() async throws {
        func town(_ seed: String) async throws -> [JSON] {
            let bench = try Workbench()
            let made = try await bench.json("demo", "--seed", seed)
            let glimps = try await bench.json("query", "gallery", "ada")["items"]?.items ?? []
            let events = try await bench.jsonLines("log", "read")
            // The pictures are the same, down to how long they are.
            return [made] + glimps.map { .array([$0["request"] ?? nil, $0["photo"]?["bytes"] ?? nil]) }
                + events.map { $0["type"] ?? nil }
        }
        let (one, same, other) = (try await town("5"), try await town("5"), try await town("6"))
        #expect(one == same)
        let happened = try #require(one.first?["events"])
        for type in [
            "GlimpHidden", "GlimpDeclined", "GlimpExpired", "GlimpRequestCancelled", "UserBlocked", "FriendDeclined",
            "InvitationCancelled", "SnapViewed", "SnapFetched", "SnapDeleted", "NotificationsRead", "PhotoPublished",
            "AlbumCoverSet",
            "PhotoLiked", "CommentAdded",
        ] {
            #expect((happened[type]?.int ?? 0) > 0, "\(type)")
        }
        #expect(one != other)
    }
}
