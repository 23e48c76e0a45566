import Foundation
import Testing

@testable import GlimpGateway

/// Which path and which method means what.
@Suite struct RoutingTests {
    @Test func aMethodThatAPathDoesNotHaveIsToldFromAPathThatIsNotThere() async throws {
        try await withHTTPGateway { gateway in
            for method in ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "POST"] {
                let answer = try await gateway.send(method, "/v1/me")
                #expect(answer.status == 405 && answer.header("Allow") == "GET, HEAD", "\(method): \(answer.text)")
                #expect(answer.code == "method_not_allowed")
            }
            #expect(try await gateway.send("GET", "/v1/password").header("Allow") == "PUT")
            #expect(try await gateway.send("PUT", "/v1/nothing").status == 404)
        }
    }

    @Test func headAnswersAsGetDoes() async throws {
        try await withHTTPGateway { gateway in
            let answer = try await gateway.send("HEAD", "/healthz")
            #expect(answer.status == 200 && answer.bytes.isEmpty)
            #expect(try await gateway.send("HEAD", "/v1/me").status == 401)
        }
    }

    @Test func aNameInAPathMayBePercentEncoded() async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("a.d-a")
            for name in ["a.d-a", "%61.d-a", "a%2Ed%2da", "A.D-A"] {
                let answer = try await gateway.send(
                    "GET", "/v1/users/by-name/\(name)", as: token, headers: ["Glimp-Wait-For": "1"])
                #expect(answer.status == 200, "\(name): \(answer.text)")
            }
            for name in ["%2561.d-a", "a.d-a%00", "a.d-a%2F"] {
                #expect(try await gateway.send("GET", "/v1/users/by-name/\(name)", as: token).status == 404)
            }
            let broken = "GET /v1/users/by-name/%ff%zz HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n"
            #expect(await RawConnection.exchange(Array(broken.utf8), port: gateway.port).hasPrefix("HTTP/1.1 404 "))
        }
    }
}
