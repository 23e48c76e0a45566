import EventLog
import Foundation
import GlimpService
import Testing

@testable import GlimpGateway

/// What no client should send is the sender's fault, and never the server's.
@Suite struct MalformedHTTPTests {
    private static func head(_ token: String, _ rest: String) -> [UInt8] {
        Array(
            ("POST /v1/commands/InviteFriend HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: application/json\r\n\(rest)").utf8)
    }

    @Test(arguments: [
        "Content-Length: 30\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nabc", "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "Content-Length: -3\r\n\r\nabcd", "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    ])
    func aBodyThatIsNoneIsMalformed(rest: String) async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            let answer = await RawConnection.exchange(Self.head(token, rest), port: gateway.port)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        }
    }

    @Test func aLengthThatIsTooLargeIsRefusedBeforeTheBodyComes() async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            let answer = await RawConnection.exchange(
                Self.head(token, "Content-Length: 10000000000\r\n\r\nabcd"), port: gateway.port, until: .head)
            #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
        }
    }

    @Test func bytesChangedAtRandomNeverMakeAServerError() async throws {
        try await withHTTPGateway({ $0.requestsOfAddress = 1_000_000 }) { gateway in
            let token = try await gateway.register("ada")
            let seed = SeededGenerator.seed()
            var random = SeededGenerator(seed)
            let body = #"{"friend":"nobody"}"#
            let whole = Self.head(token, "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            for _ in 0..<1_000 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = .random(in: 0 ... .max, using: &random)
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(.random(in: 0 ... .max, using: &random), at: place)
                    }
                }
                let answer = await RawConnection.exchange(bytes, port: gateway.port)
                #expect(!answer.hasPrefix("HTTP/1.1 5"), "seed \(seed): \(bytes): \(answer)")
            }
            #expect(try await gateway.send("GET", "/v1/me", as: token).status == 200)
        }
    }

    /// One reader would take the first, another the last.
    @Test(arguments: [
        ("/v1/commands/InviteFriend", #"{"friend":"bob","friend":"cyd"}"#),
        ("/v1/commands/InviteFriend", #"{"friend":"bob","\u0066riend":"bob"}"#),
        ("/v1/commands/AnswerGlimp", #"{"request":"x","photo":{"mime":"a","bytes":"1","mime":"b"}}"#),
        ("/v1/commands", #"{"commands":[{"command":"InviteFriend","body":{"friend":"bob","friend":"cyd"}}]}"#),
        ("/v1/commands", #"{"commands":[{"command":"InviteFriend","command":"BlockUser","body":{"user":"bob"}}]}"#),
        ("/v1/commands", #"{"commands":[],"commands":[]}"#),
        ("/v1/accounts", #"{"username":"eve","password":"correct horse","username":"fay"}"#),
        ("/v1/sessions", #"{"username":"ada","password":"wrong horse","password":"correct horse"}"#),
    ])
    func aMemberThatIsThereTwiceIsMalformed(path: String, body: String) async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let head = try gateway.interface.glimp.log.head()
            let answer = try await gateway.send("POST", path, body, as: token)
            #expect(answer.status == 400 && answer.code == "malformed", "\(answer.text)")
            #expect(answer.text.contains("twice") && !answer.text.contains("horse"), "\(answer.text)")
            #expect(try gateway.interface.glimp.log.head() == head)
            // The same key in two objects is none twice.
            let apart =
                #"{"commands":[{"id":"\#(UUID())","command":"InviteFriend","body":{"friend":"bob"}},{"id":"\#(UUID())","command":"InviteFriend","body":{"friend":"bob"}}]}"#
            #expect(try await gateway.send("POST", "/v1/commands", apart, as: token).status == 200)
        }
    }

    @Test(arguments: [100, 5_000, 400_000])
    func deepNestingIsMalformed(depth: Int) async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            for (path, body) in [
                ("/v1/commands", #"{"commands":[{"command":"InviteFriend","body":{"friend":\#(deep)}}]}"#),
                ("/v1/commands", deep), ("/v1/commands/InviteFriend", #"{"friend":\#(deep)}"#), ("/v1/accounts", deep),
            ] {
                let answer = try await gateway.send("POST", path, body, as: token)
                #expect(answer.status == 400 && answer.code == "malformed", "\(path): \(answer.text.prefix(200))")
            }
        }
    }

    /// Foundation's own limit is 512 levels; a text that ends right there made it trap.
    @Test(arguments: [64, 65, 511, 512, 513, 514]) func aTextThatEndsAtItsDeepestIsMalformed(depth: Int) async throws {
        try await withHTTPGateway { gateway in
            let token = try await gateway.register("ada")
            let list = String(repeating: "[", count: depth)
            let object = String(repeating: #"{"a":"#, count: depth - 1) + "{"
            for body in [list, object, list + " ", list + "\"", object + "\""] {
                for path in ["/v1/accounts", "/v1/sessions", "/v1/commands", "/v1/commands/InviteFriend"] {
                    let answer = try await gateway.send("POST", path, body, as: token)
                    #expect(answer.status == 400 && answer.code == "malformed", "\(path): \(answer.text.prefix(200))")
                }
            }
        }
    }
}
