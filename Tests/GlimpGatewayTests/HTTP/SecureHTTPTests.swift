import Foundation
import Testing

@testable import GlimpGateway

/// HTTP with a certificate, as curl speaks it.
@Suite struct SecureHTTPTests {
    private static func curl(_ certificate: TestCertificate, _ arguments: String...) throws -> Shell.Result {
        try Shell.run(
            ["curl", "-sS", "--max-time", "20", "--cacert", certificate.files.certificateChainPath] + arguments)
    }

    @Test func theClientChoosesTheVersion() async throws {
        let certificate = try TestCertificate()
        try await withHTTPGateway({ $0.tls = certificate.files }) { gateway in
            let url = "https://localhost:\(gateway.port)/healthz"
            let format = ["-o", "/dev/null", "-w", "%{http_code} %{http_version}"]
            for (option, version) in [("--http2", "2"), ("--http1.1", "1.1")] {
                let answer = try Shell.run(
                    ["curl", "-sS", "--cacert", certificate.files.certificateChainPath, option] + format + [url])
                #expect(answer.output == "200 \(version)")
            }
            // Neither in the clear nor by what is broken.
            #expect(try Self.curl(certificate, "http://localhost:\(gateway.port)/healthz").status != 0)
            #expect(try Self.curl(certificate, "--tlsv1.0", "--tls-max", "1.1", url).status != 0)
            #expect(try Shell.run(["curl", "-sS", url]).status != 0)
        }
    }

    @Test func overHTTP2EverythingIsAsBefore() async throws {
        let certificate = try TestCertificate()
        try await withHTTPGateway({
            $0.tls = certificate.files
            $0.bodyBytes = 2_000
            // What has gone is noticed when the next is written.
            $0.heartbeatSeconds = 1
        }) { gateway in
            let url = "https://localhost:\(gateway.port)"
            func post(_ path: String, _ body: String, _ more: [String] = []) throws -> Shell.Result {
                try Shell.run(
                    [
                        "curl", "-sS", "--http2", "--max-time", "20", "--cacert",
                        certificate.files.certificateChainPath, "-w", "\n%{http_code}", "--json", body,
                    ] + more + [url + path])
            }
            let registered = try post("/v1/accounts", #"{"username":"ada","password":"correct horse"}"#)
            #expect(registered.output.hasSuffix("\n201"))
            let account = try JSONDecoder().decode(
                JSONValue.self, from: Data(registered.output.split(separator: "\n")[0].utf8))
            let token = try #require(account["accessToken"]?.text)
            let authorization = ["-H", "Authorization: Bearer \(token)"]
            let refused = try post("/v1/commands/InviteFriend", #"{"friend":"nobody"}"#, authorization)
            #expect(refused.output.contains("user_not_found") && refused.output.hasSuffix("\n404"))
            let large = String(repeating: "x", count: 3_000)
            let tooLarge = try post("/v1/commands/InviteFriend", #"{"friend":"\#(large)"}"#, authorization)
            #expect(tooLarge.output.contains("too_large") && tooLarge.output.hasSuffix("\n413"))
            let stream = try Shell.run(
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
        let certificate = try TestCertificate()
        try await withHTTPGateway({
            $0.tls = certificate.files
            $0.requestsOfAddress = 0.1
        }) { gateway in
            let url = "https://localhost:\(gateway.port)/healthz"
            for expected in ["ok", "too_many_requests"] {
                let answer = try Self.curl(certificate, "--http2", "--ipv4", url)
                #expect(answer.output.contains(expected))
            }
        }
    }
}
