import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpGateway
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct TLSTests {
    static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Makes a certificate for localhost, as an operator would.
    private func makeCertificate(in directory: URL) throws -> GRPCConfiguration.TLS {
        let paths = ["certificate.pem", "key.pem"].map {
            directory.appending(path: $0).path(percentEncoded: false)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.openssl))
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-out", paths[0], "-keyout", paths[1],
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return .init(certificateChainPath: paths[0], privateKeyPath: paths[1])
    }

    @Test(.enabled(if: openssl != nil, "there is no openssl to make a certificate with"))
    func withACertificateOnlyTLSIsAnswered() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let tls = try makeCertificate(in: directory)
        try await withGateway({ $0.tls = tls }) { gateway in
            let transport = try HTTP2ClientTransport.Posix(
                target: .ipv4(address: "127.0.0.1", port: gateway.port),
                transportSecurity: .tls {
                    $0.trustRoots = .certificates([.file(path: tls.certificateChainPath, format: .pem)])
                    $0.serverCertificateVerification = .fullVerification
                },
                config: .defaults { $0.http2.authority = "localhost" })
            try await withGRPCClient(transport: transport) { client in
                let health = Grpc_Health_V1_Health.Client(wrapping: client)
                let answer = try await health.check(.init())
                #expect(answer.status == .serving)
            }
            try await expectError(.unavailable, nil) { try await gateway.health.check(.init()) }
        }
    }
}
