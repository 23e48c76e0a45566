import Credentials
import Foundation
import GlimpService
import Testing

@testable import GlimpGateway

@Suite struct ActivityEndpointTests {
    /// Ada has asked bob, who has answered once; nothing of what they wrote about themselves is told.
    @Test func operatorsSeeNumbersAndUsernamesAndNothingElse() async throws {
        try await withHTTPGateway { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            try await gateway.command("ChangeDisplayName", #"{"displayName":"Countess"}"#, as: ada)
            try await gateway.befriend("ada", ("bob", bob), as: ada)
            let request = UUID().uuidString.lowercased()
            try await gateway.command("RequestGlimp", #"{"friends":["bob"],"requests":["\#(request)"]}"#, as: ada)
            let photo = try await gateway.upload(MediaWorld.picture(), as: bob)
            let position = try await gateway.command(
                "AnswerGlimp", #"{"request":"\#(request)","photo":{"media":"\#(photo)"}}"#, as: bob)
            let reader = try await gateway.credentials.operators.create(name: "reader", scopes: [.read])
            let token = try await gateway.credentials.operators.makeToken(for: reader.id, label: "test").token.text
            func ask(_ query: String) async throws -> HTTPAnswer {
                let wait = ["Glimp-Wait-For": String(position)]
                let answer = try await gateway.send("GET", "/v1/activity" + query, as: token, headers: wait)
                for secret in ["Countess", photo, request] {
                    #expect(!answer.text.contains(secret), "\(query): \(answer.text)")
                }
                return answer
            }
            let all = try await ask("").json
            #expect(all["events"]?.number == position && all["position"]?.number == position, "\(all)")
            #expect(all["requests"]?["answered"]?.number == 1 && all["requests"]?["asked"]?.number == 1)
            let days = try await ask("?by=day&days=2").json["days"]?.items ?? []
            #expect(days.compactMap { $0["events"]?.number }.reduce(0, +) == position)
            let people = try await ask("?by=person&limit=1").json["people"]
            #expect(people?["total"]?.number == 2 && people?["items"]?.items.first?["username"]?.text == "ada")
            let cursor = try #require(people?["cursor"]?.text)
            let next = try await ask("?by=person&limit=1&cursor=\(cursor)").json["people"]?["items"]?.items.first
            #expect(next?["username"]?.text == "bob" && next?["asAnswerer"]?["answered"]?.number == 1)
            let person = try await ask("?person=Ada").json["people"]?["items"]?.items
            #expect(person?.count == 1 && person?.first?["asAsker"]?["asked"]?.number == 1)
            for (query, code) in [
                ("?by=week", "invalid_by"), ("?days=0", "invalid_days"), ("?days=x", "invalid_days"),
                ("?by=person&days=1", "invalid_days"), ("?person=ada&by=day", "invalid_by"),
                ("?by=person&limit=0", "invalid_limit"), ("?by=person&cursor=x", "invalid_cursor"),
            ] {
                let refused = try await ask(query)
                #expect(refused.status == 422 && refused.code == code, "\(query): \(refused.text)")
            }
            let unknown = try await ask("?person=eve")
            #expect(unknown.status == 404 && unknown.code == "user_not_found")
        }
    }
}
