import Foundation
import Testing

@testable import GlimpGateway

/// How many uploads there are at once: of a person, and of all.
@Suite struct UploadLimitTests {
    /// An upload that has begun and does not come to its end.
    private func begin(_ gateway: HTTPGateway, _ token: String) throws -> OpenConnection {
        let connection = try OpenConnection(port: gateway.port)
        connection.send(
            "POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nContent-Length: 1000\r\n\r\n")
        return connection
    }

    @Test func aPersonHasOnlySoManyUploadsAndAllTogetherToo() async throws {
        try await withHTTPGateway({
            $0.uploadsOfPerson = 1
            $0.uploads = 2
        }) { gateway in
            let tokens = [
                try await gateway.register("ada"), try await gateway.register("bob"), try await gateway.register("cyd"),
            ]
            func upload(_ person: Int) async throws -> HTTPAnswer {
                try await gateway.send("POST", "/v1/media", bytes: MediaWorld.picture(), as: tokens[person])
            }
            var begun = [try begin(gateway, tokens[0])]
            try await poll { try await upload(0).status == 429 }
            let refused = try await upload(0)
            #expect(refused.code == "too_many_uploads" && refused.header("Retry-After") != nil, "\(refused.text)")
            begun.append(try begin(gateway, tokens[1]))
            try await poll { try await upload(2).status == 503 }
            let full = try await upload(2)
            #expect(full.code == "busy" && full.header("Retry-After") != nil, "\(full.text)")
            // Who goes leaves room.
            begun.removeAll()
            for person in 0..<3 { try await poll { try await upload(person).status == 201 } }
        }
    }
}
