import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpGateway
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct TLSTests {
    @Test func withACertificateOnlyTLSIsAnswered() async throws {
        let certificate = try await TestCertificate()
        let tls = certificate.files
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
