import Foundation
import GlimpService
import Testing

@testable import GlimpGateway

/// Who sends a byte at a time, stops, or never reads holds a connection for a stated time, and no longer.
@Suite struct SlowClientTests {
    private static func post(_ path: String, _ token: String, _ rest: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\(rest)\r\n\r\n"
    }

    @Test func headersThatDripAreCutOff() async throws {
        try await withHTTPGateway({ $0.idleSeconds = 1 }) { gateway in
            let connection = try OpenConnection(port: gateway.port)
            connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ")
            #expect(await connection.drip("a"))
            #expect(connection.text.isEmpty)
        }
    }

    @Test func whoSaysNothingIsCutOff() async throws {
        try await withHTTPGateway({ $0.idleSeconds = 1 }) { gateway in
            let connection = try OpenConnection(port: gateway.port)
            #expect(await connection.closes())
        }
    }

    @Test(arguments: ["Content-Length: 100000", "Transfer-Encoding: chunked"])
    func aBodyThatDripsIs408(length: String) async throws {
        try await withHTTPGateway({ $0.bodySeconds = 1 }) { gateway in
            let token = try await gateway.register("ada")
            let connection = try OpenConnection(port: gateway.port)
            connection.send(Self.post("/v1/commands/InviteFriend", token, length))
            #expect(await connection.drip(length.hasSuffix("chunked") ? "1\r\n \r\n" : " "))
            #expect(connection.text.hasPrefix("HTTP/1.1 408 "), "\(connection.text)")
            #expect(connection.text.contains(#""code":"timeout""#))
            #expect(connection.text.lowercased().contains("connection: close"))
        }
    }

    @Test(arguments: [false, true]) func anUploadThatStallsOrDripsIs408AndLeavesNothing(drips: Bool) async throws {
        // Each piece comes in time when it drips: the whole does not.
        try await withHTTPGateway({
            $0.bodySeconds = drips ? 20 : 1; $0.uploadSeconds = drips ? 1 : 20
        }) { gateway in
            let token = try await gateway.register("ada")
            let connection = try OpenConnection(port: gateway.port)
            connection.send(Self.post("/v1/media", token, "Content-Length: 1000000"))
            // A JPEG that begins with a long comment.
            RawConnection.send([0xFF, 0xD8, 0xFF, 0xFE, 0xFF, 0xFF], on: connection.descriptor)
            #expect(drips ? await connection.drip("\0") : await connection.closes())
            #expect(connection.text.hasPrefix("HTTP/1.1 408 "), "\(connection.text)")
            let incoming = gateway.interface.glimp.path + "/media/incoming"
            #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).isEmpty)
        }
    }

    /// What was answered before its end is not read to its end, which may never come.
    @Test(arguments: [
        ("/v1/commands/InviteFriend", "Content-Length: 10000000000", "413"),
        ("/v1/commands/InviteFriend", "Transfer-Encoding: chunked", "413"),
        ("/v1/media", "Content-Length: 10000000000", "413"), ("/nothing", "Content-Length: 10000000000", "404"),
        ("/v1/media", "Content-Length: 20000000", "415"),
    ])
    func anEndlessBodyIsNotDrained(path: String, length: String, status: String) async throws {
        try await withHTTPGateway({ $0.bodyBytes = 1_000 }) { gateway in
            let token = try await gateway.register("ada")
            let connection = try OpenConnection(port: gateway.port)
            connection.send(Self.post(path, token, length))
            let piece = String(repeating: "x", count: 1_024)
            #expect(await connection.drip(length.hasSuffix("chunked") ? "400\r\n\(piece)\r\n" : piece))
            #expect(connection.text.hasPrefix("HTTP/1.1 \(status) "), "\(connection.text)")
        }
    }

    @Test func aReaderWhoNeverReadsAnAnswerIsCutOff() async throws {
        try await withHTTPGateway({
            $0.slowReaderSeconds = 1; $0.requestsOfAddress = 1_000_000
        }) { gateway in
            let connection = try OpenConnection(port: gateway.port, receiveBuffer: 4_096)
            // Asks for more than the system holds for a reader, and reads nothing.
            let request = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
            connection.send(String(repeating: request, count: 400))
            #expect(await connection.dripUnread("x"))
            #expect(await connection.closes())
            let answers = connection.text.matches(of: /HTTP\/1.1 200 OK/).count
            #expect(answers < 400, "all \(answers) were written")
        }
    }

    @Test(arguments: [
        ("GET /healthz HTTP/1.1\r\n\r\n", "400"), ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "200"),
    ])
    func aRequestHasOneHost(request: String, status: String) async throws {
        try await withHTTPGateway { gateway in
            let answer = await RawConnection.exchange(Array(request.utf8), port: gateway.port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(status == "200" || answer.contains(#""code":"malformed""#))
        }
    }
}
