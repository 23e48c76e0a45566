import Foundation
import Testing

@testable import GlimpGateway

/// Reads: what they are true for, and paging.
@Suite struct HTTPReadTests {
    @Test func anAnswerReflectsThePositionThatWasWaitedFor() async throws {
        try await withHTTPGateway({ $0.waitSeconds = 1 }) { gateway in
            let ada = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let position = try await gateway.command("InviteFriend", #"{"friend":"bob"}"#, as: ada)
            let answer = try await gateway.send(
                "GET", "/v1/invitations", as: ada, headers: ["Glimp-Wait-For": "\(position)"])
            #expect(answer.json["outgoing"]?["total"]?.number == 1, "\(answer.text)")
            #expect(answer.header("Glimp-Position") == "\(position)")
            let early = try await gateway.send(
                "GET", "/v1/invitations", as: ada, headers: ["Glimp-Wait-For": "\(position + 1)"])
            #expect(early.status == 504 && early.json["position"]?.number == position, "\(early.text)")
            #expect(early.header("Retry-After") == "1" && early.code == "projection_behind")
            let forOperators = try await gateway.send("GET", "/v1/activity", as: ada)
            #expect(forOperators.status == 403 && forOperators.code == "scope_required", "\(forOperators.text)")
            for odd in ["-1", "x", "1.5", "99999999999999999999"] {
                let refused = try await gateway.send("GET", "/v1/me", as: ada, headers: ["Glimp-Wait-For": odd])
                #expect(refused.status == 422 && refused.code == "invalid_position", "\(odd): \(refused.text)")
            }
        }
    }

    @Test func whatIsKnownAlreadyIsNotSentAgain() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            let wait = ["Glimp-Wait-For": "1"]
            let first = try await gateway.send("GET", "/v1/friends", as: ada, headers: wait)
            let tag = try #require(first.header("ETag"))
            let same = try await gateway.send("GET", "/v1/friends", as: ada, headers: ["If-None-Match": tag])
            #expect(same.status == 304 && same.bytes.isEmpty && same.header("ETag") == tag)
            let bob = try await gateway.register("bob")
            try await gateway.command("InviteFriend", #"{"friend":"bob"}"#, as: ada)
            let head = try await gateway.command("AcceptFriend", #"{"inviter":"ada"}"#, as: bob)
            let other = try await gateway.send(
                "GET", "/v1/friends", as: ada, headers: ["If-None-Match": tag, "Glimp-Wait-For": "\(head)"])
            #expect(other.status == 200 && other.header("ETag") != tag)
        }
    }

    @Test func pagesTogetherAreTheWholeList() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            var head = 0
            let names = (1...7).map { "friend\($0)" }
            for name in names {
                let token = try await gateway.register(name)
                try await gateway.command("InviteFriend", #"{"friend":"\#(name)"}"#, as: ada)
                head = try await gateway.command("AcceptFriend", #"{"inviter":"ada"}"#, as: token)
            }
            var found: [String] = []
            var path = "/v1/friends?limit=3"
            for expected in [3, 3, 1] {
                let page = try await gateway.send("GET", path, as: ada, headers: ["Glimp-Wait-For": "\(head)"])
                #expect(page.json["items"]?.items.count == expected && page.json["total"]?.number == 7, "\(page.text)")
                found += page.json["items"]?.items.compactMap { $0["username"]?.text } ?? []
                path = "/v1/friends?limit=3&cursor=\(page.json["cursor"]?.text ?? "none")"
            }
            #expect(path.hasSuffix("none") && found == names)
            for limit in ["0", "-1", "501", "x", ""] {
                let refused = try await gateway.send("GET", "/v1/friends?limit=\(limit)", as: ada)
                #expect(refused.status == 422 && refused.code == "invalid_limit", "\(limit): \(refused.text)")
            }
            #expect(try await gateway.send("GET", "/v1/friends?cursor=none", as: ada).code == "invalid_cursor")
        }
    }
}
