import Foundation
import HTTPTypes
import Testing

@testable import GlimpGateway

/// Two people, as they would use it; and a third, who is not concerned.
@Suite struct HTTPStoryTests {
    @Test func twoBecomeFriendsOneAsksTheOtherSeesItAndAfterLogOutNothingWorks() async throws {
        try await withHTTPGateway { gateway in
            let (ada, bob, eve) = (
                try await gateway.register("ada"), try await gateway.register("bob"), try await gateway.register("eve")
            )
            try await gateway.befriend("ada", ("bob", bob), as: ada)
            let request = UUID().uuidString.lowercased()
            let head = try await gateway.command(
                "RequestGlimp", #"{"friends":["bob"],"requests":["\#(request)"]}"#, as: ada)
            let wait = ["Glimp-Wait-For": "\(head)"]
            let seen = try await gateway.send("GET", "/v1/requests", as: bob, headers: wait)
            #expect(seen.json["incoming"]?["items"]?.items.first?["request"]?.text == request, "\(seen.text)")
            let hidden = try await gateway.send("GET", "/v1/requests", as: eve, headers: wait)
            #expect(hidden.json["incoming"]?["total"]?.number == 0)
            let body = #"{"request":"\#(request)"}"#
            let foreign = try await gateway.send("POST", "/v1/commands/DeclineGlimp", body, as: eve)
            #expect(foreign.status == 404 && foreign.code == "request_not_found")
            #expect(try await gateway.send("DELETE", "/v1/sessions/current", as: bob).status == 204)
            for endpoint in gateway.interface.endpoints where endpoint.path.hasPrefix("/v1/") {
                // What everyone may does not look at a token.
                if case .everyone = endpoint.access { continue }
                let answer = try await gateway.send(endpoint.method.rawValue, endpoint.path, as: bob)
                // An answer to HEAD has no body to say why.
                let why = endpoint.method == .head ? nil : "session_revoked"
                #expect(answer.status == 401 && answer.code == why, "\(endpoint.path): \(answer.text)")
            }
            #expect(try await gateway.send("GET", "/v1/requests", as: ada).status == 200)
        }
    }
}
