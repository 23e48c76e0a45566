import Foundation
import Testing

@testable import GlimpGateway

/// Whoever asks before it sends a body (RFC 9110, section 10.1.1).
@Suite struct ContinueTests {
    private func begin(
        _ gateway: HTTPGateway, _ path: String, token: String?, length: Int
    ) async throws -> (connection: OpenConnection, answer: String) {
        let connection = try OpenConnection(port: gateway.port)
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        connection.send(
            "POST \(path) HTTP/1.1\r\nHost: x\r\n\(authorization)Content-Type: application/json\r\n"
                + "Content-Length: \(length)\r\nExpect: 100-continue\r\n\r\n")
        _ = await connection.read { $0.text.contains("\r\n\r\n") }
        return (connection, connection.text)
    }

    @Test func aBodyThatWouldBeTakenIsAskedFor() async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            let picture = MediaWorld.picture()
            let (upload, asked) = try await begin(gateway, "/v1/media", token: token, length: picture.count)
            #expect(asked == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(RawConnection.send(picture, on: upload.descriptor))
            #expect(await upload.read { $0.text.contains("HTTP/1.1 201") })
            // The connection goes on.
            upload.send("GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
            #expect(await upload.read { $0.text.contains("HTTP/1.1 200") })
            let body = #"{"friend":"ada"}"#
            let (command, other) = try await begin(
                gateway, "/v1/commands/InviteFriend", token: token, length: body.utf8.count)
            #expect(other == "HTTP/1.1 100 Continue\r\n\r\n")
            command.send(body)
            #expect(await command.read { $0.text.contains("HTTP/1.1 4") })
        }
    }

    @Test func whatIsRefusedByItsHeadHasItsStatusAtOnce() async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            for (token, length, status) in [
                (nil, 1_000, 401), ("none", 1_000, 401), (token, 1 << 31, 413),
            ] as [(String?, Int, Int)] {
                let (connection, answer) = try await begin(gateway, "/v1/media", token: token, length: length)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                #expect(!answer.contains("100 Continue"))
                // Nobody waits for a body that is not sent.
                #expect(await connection.read { $0.isClosed })
            }
        }
    }

    /// As programs do it.
    @Test func curlSendsAtOnce() async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            let file = FileManager.default.temporaryDirectory.appending(path: "glimp-\(UUID().uuidString)")
            try Data(MediaWorld.picture()).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            // It waits ten minutes for the 100.
            let ended = try await Shell.run([
                "curl", "-sS", "-i", "--expect100-timeout", "600", "-H", "Expect: 100-continue", "-H",
                "Authorization: Bearer \(token)", "--data-binary", "@\(file.path(percentEncoded: false))",
                "http://127.0.0.1:\(gateway.port)/v1/media",
            ])
            #expect(ended.output.hasPrefix("HTTP/1.1 100 Continue\r\n"), "\(ended)")
            #expect(ended.output.contains("HTTP/1.1 201 Created"), "\(ended)")
        }
    }
}
