import Foundation
import Testing

@testable import GlimpGateway

/// HTTP with a certificate, as curl speaks it.
@Suite struct SecureHTTPTests {
    private static func curl(_ certificate: TestCertificate, _ arguments: String...) async throws -> Shell.Result {
        try await Shell.run(
            ["curl", "-sS", "--max-time", "20", "--cacert", certificate.files.certificateChainPath] + arguments)
    }

    @Test func theClientChoosesTheVersion() async throws {
        let certificate = try await TestCertificate()
        try await withHTTPGateway({ $0.tls = certificate.files }) { gateway in
            let url = "https://localhost:\(gateway.port)/healthz"
            let format = ["-o", "/dev/null", "-w", "%{http_code} %{http_version}"]
            for (option, version) in [("--http2", "2"), ("--http1.1", "1.1")] {
                let answer = try await Shell.run(
                    ["curl", "-sS", "--max-time", "20", "--cacert", certificate.files.certificateChainPath, option]
                        + format + [url])
                #expect(answer.output == "200 \(version)")
            }
            // Neither in the clear nor by what is broken.
            #expect(try await Self.curl(certificate, "http://localhost:\(gateway.port)/healthz").status != 0)
            #expect(try await Self.curl(certificate, "--tlsv1.0", "--tls-max", "1.1", url).status != 0)
            #expect(try await Shell.run(["curl", "-sS", "--max-time", "20", url]).status != 0)
        }
    }

    @Test func overHTTP2EverythingIsAsBefore() async throws {
        let certificate = try await TestCertificate()
        try await withHTTPGateway({
            $0.tls = certificate.files
            $0.bodyBytes = 2_000
            // What has gone is noticed when the next is written.
            $0.heartbeatSeconds = 1
        }) { gateway in
            let url = "https://localhost:\(gateway.port)"
            func post(_ path: String, _ body: String, _ more: [String] = []) async throws -> Shell.Result {
                try await Shell.run(
                    [
                        "curl", "-sS", "--http2", "--max-time", "20", "--cacert",
                        certificate.files.certificateChainPath, "-w", "\n%{http_code}", "--json", body,
                    ] + more + [url + path])
            }
            let registered = try await post("/v1/accounts", #"{"username":"ada","password":"correct horse"}"#)
            #expect(registered.output.hasSuffix("\n201"))
            let account = try JSONDecoder().decode(
                JSONValue.self, from: Data(registered.output.split(separator: "\n")[0].utf8))
            let token = try #require(account["accessToken"]?.text)
            let authorization = ["-H", "Authorization: Bearer \(token)"]
            let refused = try await post("/v1/commands/InviteFriend", #"{"friend":"nobody"}"#, authorization)
            #expect(refused.output.contains("user_not_found") && refused.output.hasSuffix("\n404"))
            let large = String(repeating: "x", count: 3_000)
            let tooLarge = try await post("/v1/commands/InviteFriend", #"{"friend":"\#(large)"}"#, authorization)
            #expect(tooLarge.output.contains("too_large") && tooLarge.output.hasSuffix("\n413"))
            let stream = try await Shell.run(
                [
                    "bash", "-c",
                    "curl -sSN --http2 --cacert \(certificate.files.certificateChainPath) -H 'Authorization: Bearer "
                        + "\(token)' --max-time 20 \(url)/v1/stream | head -n 1",
                ])
            #expect(stream.output.hasPrefix(": from "))
        }
    }

    /// The limit holds whichever way a connection is spoken over.
    @Test func theAddressIsKnownOverHTTP2() async throws {
        let certificate = try await TestCertificate()
        try await withHTTPGateway({
            $0.tls = certificate.files
            $0.requestsOfAddress = 0.1
        }) { gateway in
            let url = "https://localhost:\(gateway.port)/healthz"
            for expected in ["ok", "too_many_requests"] {
                let answer = try await Self.curl(certificate, "--http2", "--ipv4", url)
                #expect(answer.output.contains(expected))
            }
        }
    }

    /// Whoever asks for nothing, however far the handshake has come and however slowly it goes on.
    @Test func whoAsksForNothingIsClosed() async throws {
        let certificate = try await TestCertificate()
        try await withHTTPGateway({
            $0.tls = certificate.files
            $0.idleSeconds = 1
            $0.heartbeatSeconds = 1
            $0.waitSeconds = 1
        }) { gateway in
            let open = "exec 3<>/dev/tcp/127.0.0.1/\(gateway.port)"
            // Goes on after the end of its input.
            let tls = "openssl s_client -quiet -connect 127.0.0.1:\(gateway.port)"
            for script in [
                "\(open); cat <&3", "\(open); printf '\\x16\\x03' >&3; cat <&3",
                "\(open); while printf '\\x16' >&3; do sleep 0.1; done", tls,
                "\(tls) -alpn h2",
                "printf 'PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n' | \(tls) -alpn h2",
            ] {
                let status = try await Shell.run(["timeout", "20", "bash", "-c", script]).status
                #expect(status != 124, "still open: \(script)")
            }
        }
    }
}
