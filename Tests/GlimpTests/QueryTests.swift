import Foundation
import Testing

/// `glimp query`: the shape of each answer, and paging through it.
@Suite struct QueryTests {
    private let bench: Workbench
    private static let friends = 8

    /// Ada has friends, glimps in both directions, open requests and invitations, each several.
    init() async throws {
        bench = try Workbench()
        var lines: [Line] = [
            .register("ada").with { $0.body = #"{"username":"ada","email":"ada@example.org","displayName":"Ada"}"# }
        ]
        for number in 1...Self.friends {
            let name = "f\(number)"
            lines.append(.register(name).with { $0.body = #"{"username":"\#(name)","email":"\#(name)@example.org"}"# })
            lines += [.invite(name, by: "ada"), .accept("ada", by: name)]
            for _ in 0..<(number % 3 + 1) {
                let (received, sent) = (Line.freshID(), Line.freshID())
                lines += [.ask(name, by: "ada", request: received), .answer(received, by: name)]
                lines += [.ask("ada", by: name, request: sent), .answer(sent, by: "ada")]
            }
            if number > 4 { lines.append(.ask(name, by: "ada", request: Line.freshID())) }
            if number < 5 { lines.append(.ask("ada", by: name, request: Line.freshID(), seconds: 60 * number + 3600)) }
        }
        for number in 1...5 {
            lines += [.register("s\(number)"), .register("t\(number)")]
            lines += [.invite("s\(number)", by: "ada"), .invite("ada", by: "t\(number)")]
        }
        let file = try bench.file("lines", lines)
        let ended = try await bench.glimp("apply", file, "--stop-on-refusal")
        try #require(ended.code == 0, "\(ended)")
    }

    /// Follows the cursors of a list, three items a page.
    private func pages(_ query: [String], part: String? = nil) async throws -> [JSON] {
        var items: [JSON] = []
        var cursor: String?
        repeat {
            let onward = cursor.map { ["--cursor", $0] } ?? []
            let ended = try await bench.start(["query", "--json", "--limit", "3"] + query + onward).ended()
            try #require(ended.code == 0, "\(query): \(ended)")
            let answer = try JSON(ended.output)
            let page = try #require(part.map { answer[$0] } ?? answer)
            #expect(page["items"]?.items.count ?? 0 <= 3)
            items += page["items"]?.items ?? []
            cursor = page["cursor"]?.text
        } while cursor != nil && items.count < 100
        return items
    }

    /// What an item is, without the seconds that pass between two questions.
    private func identity(_ item: JSON) -> [JSON?] {
        [item["request"], item["userId"], item["sharedGlimps"], item["inviter"], item["invited"], item["photo"]]
    }

    @Test(arguments: [["friends", "ada"], ["gallery", "ada"], ["sent", "ada"], ["shared", "ada", "f2"]])
    func aListIsTheSameInPages(query: [String]) async throws {
        let ended = try await bench.start(["query", "--json"] + query).ended()
        let whole = try JSON(ended.output)
        #expect(whole.keys == ["position", "total", "items", "cursor"] && whole["cursor"] == .null, "\(whole)")
        let items = whole["items"]?.items ?? []
        #expect(whole["total"]?.int == items.count && items.count > 3)
        #expect(try await pages(query).map(identity) == items.map(identity))
    }

    @Test(arguments: [
        ("requests", "incoming"), ("requests", "outgoing"), ("invitations", "incoming"), ("invitations", "outgoing"),
    ])
    func aNamedListIsTheSameInPages(question: String, part: String) async throws {
        let whole = try await bench.json("query", question, "ada")
        #expect(whole.keys == ["position", "incoming", "outgoing"])
        let list = try #require(whole[part])
        #expect(list.keys == ["total", "items", "cursor"])
        let items = list["items"]?.items ?? []
        #expect(list["total"]?.int == items.count && items.count > 3)
        #expect(try await pages([question, "ada"], part: part).map(identity) == items.map(identity))
    }

    @Test func homeHoldsNamedLists() async throws {
        let home = try await bench.json("query", "home", "ada", "--limit", "2")
        #expect(home.keys == ["position", "requests", "friends", "invitations", "unreadNotifications"])
        for list in [
            home["requests"], home["friends"], home["invitations"]?["incoming"], home["invitations"]?["outgoing"],
            home["unreadNotifications"],
        ] {
            #expect(list?.keys == ["total", "items", "cursor"])
            #expect(list?["items"]?.items.count == 2)
        }
        let friends = try await bench.json(
            "query", "friends", "ada", "--cursor", home["friends"]?["cursor"]?.text ?? "")
        #expect(friends["items"]?.items.count == Self.friends - 2)
    }

    @Test func accountsIsAProfile() async throws {
        let profile = try await bench.json("query", "accounts", "ADA")
        #expect(
            profile["username"] == "ada" && profile["displayName"] == "Ada" && profile["email"] == "ada@example.org")
        #expect(profile.keys == ["position", "userId", "username", "displayName", "email", "registeredAt"])
    }

    @Test func feedsAreShownAsThePersonSeesThem() async throws {
        let snap = Line.freshID()
        let body = #"{"feed":"dog spots","picture":{"catalogue":"dog"},"snap":"\#(snap)"}"#
        #expect(try await bench.glimp("send", "PostSnap", body, "--as", "f1").code == 0)
        #expect(try await bench.glimp("send", "OpenSnap", #"{"snap":"\#(snap)"}"#, "--as", "ada").code == 0)
        let feeds = try await bench.json("query", "feeds", "ada")["feeds"]?.items ?? []
        #expect(feeds.map { $0["name"]?.text } == ["Memes", "Dog spots", "Random"])
        let item = try #require(feeds[1]["items"]?.items.first)
        #expect(item["snap"]?.text == snap && item["poster"]?["username"]?.text == "f1")
        let shown = try await bench.glimp("query", "feed", "f2", "Dog spots").output
        #expect(shown.contains("Dog spots (1)") && shown.contains("unread") && shown.contains("0 minutes ago"))
        #expect(try await bench.glimp("query", "feed", "ada", "Dog spots").output.contains(" read"))
        #expect(try await bench.glimp("query", "feed", "ada", "Cats").code == 1)
        #expect(try await bench.glimp("query", "feed", "ada").code == 64)
    }

    @Test func noAnswerShowsAnothersAddress() async throws {
        for query in ["friends", "invitations", "requests", "gallery", "sent", "home", "shared", "notifications"] {
            for form in [["--json"], []] {
                let other = query == "shared" ? ["f2"] : []
                let ended = try await bench.start(["query", query, "ada"] + other + form).ended()
                #expect(ended.code == 0 && !ended.output.contains("@"), "\(query): \(ended)")
            }
        }
        #expect(try await !bench.glimp("query", "accounts", "f1").output.contains("ada@"))
    }

    @Test func whatCannotBeAskedIsTold() async throws {
        for (arguments, code, reason) in [
            (["query", "home", "nobody"], 1, "user_not_found"),
            (["query", "shared", "ada", "nobody"], 1, "user_not_found"),
            (["query", "home", "no such name"], 1, "user_not_found"),
            (["query", "friends", "ada", "--cursor", "nonsense"], 64, "cursor"),
            (["query", "friends", "ada", "--cursor", ""], 64, "cursor"),
        ] as [([String], Int32, String)] {
            let ended = try await bench.start(arguments).ended()
            #expect(ended.code == code && ended.errors.contains(reason), "\(arguments): \(ended)")
        }
        let gallery = try await bench.json("query", "gallery", "ada", "--limit", "1")["cursor"]?.text ?? ""
        let foreign = try await bench.glimp("query", "friends", "ada", "--cursor", gallery)
        #expect(foreign.code == 64, "\(foreign)")
    }
}
