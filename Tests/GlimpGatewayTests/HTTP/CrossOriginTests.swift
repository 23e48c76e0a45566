import Foundation
import Testing

@testable import GlimpGateway

/// Which pages may call from a browser.
@Suite struct CrossOriginTests {
    private static let preflight = [
        "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,idempotency-key",
    ]
    private static let allowOrigin = "Access-Control-Allow-Origin"

    private static func ask(_ gateway: HTTPGateway, _ origin: String, _ path: String = "/v1/me") async throws -> (
        preflight: HTTPAnswer, answer: HTTPAnswer
    ) {
        var headers = preflight
        headers["Origin"] = origin
        return (
            try await gateway.send("OPTIONS", path, headers: headers),
            try await gateway.send("GET", path, headers: ["Origin": origin])
        )
    }

    @Test func unlessConfiguredNoOtherOriginMay() async throws {
        try await withHTTPGateway { gateway in
            let (preflight, answer) = try await Self.ask(gateway, "https://a.example")
            #expect(preflight.status == 405 && preflight.header(Self.allowOrigin) == nil)
            #expect(answer.status == 401 && answer.header(Self.allowOrigin) == nil)
        }
    }

    @Test func onlyTheOriginsThatAreNamedMay() async throws {
        try await withHTTPGateway({ $0.corsOrigins = ["https://a.example", "https://b.example"] }) { gateway in
            for origin in ["https://a.example", "https://b.example"] {
                let (preflight, answer) = try await Self.ask(gateway, origin)
                #expect(preflight.status == 204 && preflight.header(Self.allowOrigin) == origin)
                let headers = try #require(preflight.header("Access-Control-Allow-Headers")).lowercased()
                for name in ["authorization", "idempotency-key", "glimp-wait-for", "last-event-id", "content-type"] {
                    #expect(headers.contains(name))
                }
                let methods = try #require(preflight.header("Access-Control-Allow-Methods"))
                for method in ["GET", "POST", "PUT", "DELETE"] { #expect(methods.contains(method)) }
                #expect(preflight.header("Access-Control-Allow-Credentials") == nil)
                // A refusal too, or the page could not read why; and other than itself for each origin.
                #expect(answer.status == 401 && answer.header(Self.allowOrigin) == origin)
                #expect(answer.header("Vary")?.contains("Origin") == true)
            }
            for origin in ["https://c.example", "http://a.example", "https://a.example:8443", "null"] {
                let (preflight, answer) = try await Self.ask(gateway, origin)
                #expect(preflight.status == 405 && preflight.header(Self.allowOrigin) == nil)
                #expect(answer.header(Self.allowOrigin) == nil)
            }
        }
    }

    @Test func aStarAllowsEveryOrigin() async throws {
        try await withHTTPGateway({ $0.corsOrigins = ["*"] }) { gateway in
            let (preflight, answer) = try await Self.ask(gateway, "https://c.example")
            #expect(preflight.header(Self.allowOrigin) == "*" && answer.header(Self.allowOrigin) == "*")
        }
    }
}
