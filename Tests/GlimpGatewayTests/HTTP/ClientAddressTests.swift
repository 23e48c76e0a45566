import Foundation
import Testing

@testable import GlimpGateway

/// Whom a request is counted for.
@Suite struct ClientAddressTests {
    private static func expect(_ status: Int, for forwarded: String?, _ gateway: HTTPGateway) async throws {
        let headers = forwarded.map { ["X-Forwarded-For": $0] } ?? [:]
        let answer = try await gateway.send("GET", "/healthz", headers: headers)
        #expect(answer.status == status, "\(forwarded ?? "none")")
    }

    @Test func behindATrustedProxyEveryClientIsCountedForItself() async throws {
        try await withHTTPGateway({
            $0.requestsOfAddress = 0.1
            $0.trustedProxies = ["127.0.0.1", "10.0.0.2"]
        }) { gateway in
            try await Self.expect(200, for: "192.0.2.1", gateway)
            try await Self.expect(200, for: "192.0.2.2", gateway)
            // The last that is no proxy counts; what stands before it is the client's own word.
            try await Self.expect(429, for: "192.0.2.3, 192.0.2.1", gateway)
            try await Self.expect(429, for: "192.0.2.1, 10.0.0.2", gateway)
            try await Self.expect(200, for: nil, gateway)
            try await Self.expect(429, for: nil, gateway)
        }
    }

    @Test func nobodyElseIsBelieved() async throws {
        try await withHTTPGateway({ $0.requestsOfAddress = 0.1 }) { gateway in
            try await Self.expect(200, for: "192.0.2.1", gateway)
            try await Self.expect(429, for: "192.0.2.2", gateway)
        }
    }
}
