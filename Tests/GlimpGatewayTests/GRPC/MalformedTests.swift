import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpGateway
import GlimpSchemas
import GlimpServices
import Glibc
import SwiftProtobuf
import Testing

@Suite struct MalformedTests {
    /// Bytes as they are.
    struct Raw: MessageSerializer, MessageDeserializer {
        func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) -> Bytes { Bytes(message) }
        func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> [UInt8] { bytes.withUnsafeBytes { Array($0) } }
    }

    @Test func messagesThatAreNoneAreRefused() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            let service = try await gateway.service()
            var random = SystemRandomNumberGenerator()
            for (name, method, metadata) in [
                ("glimp.v1.Commands", "Execute", ada.metadata), ("glimp.v1.Queries", "Friends", ada.metadata),
                ("eventlog.v1.EventLog", "Append", service.metadata), ("grpc.health.v1.Health", "Check", [:]),
            ] as [(String, String, Metadata)] {
                for length in 0..<60 {
                    // A tag of the forbidden field 0 first, so that no bytes are a message by chance.
                    let bytes = [0] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                    try await expectError(.invalidArgument, nil, "\(method) \(bytes)") {
                        try await gateway.client.unary(
                            request: ClientRequest(message: bytes, metadata: metadata),
                            descriptor: MethodDescriptor(fullyQualifiedService: name, method: method),
                            serializer: Raw(), deserializer: Raw(), options: .defaults
                        ) { try $0.message }
                    }
                }
            }
            #expect(try await gateway.health.check(.init()).status == .serving)
        }
    }

    @Test func methodsThatAreNotThereAreUnimplemented() async throws {
        try await withGateway { gateway in
            try await expectError(.unimplemented, nil) {
                try await gateway.client.unary(
                    request: ClientRequest(message: []),
                    descriptor: MethodDescriptor(fullyQualifiedService: "glimp.v1.Commands", method: "Drop"),
                    serializer: Raw(), deserializer: Raw(), options: .defaults
                ) { try $0.message }
            }
        }
    }

    @Test func connectionsThatSpeakSomethingElseLeaveTheServerAnswering() async throws {
        try await withGateway { gateway in
            let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
            var random = SystemRandomNumberGenerator()
            for round in 0..<200 {
                let noise = (0..<Int.random(in: 1...300, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                try sendAndLeave(round.isMultiple(of: 2) ? noise : preface + noise, to: gateway.port)
            }
            try sendAndLeave(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8), to: gateway.port)
            #expect(try await gateway.health.check(.init()).status == .serving)
        }
    }

    /// Connects, sends, and closes without a word.
    private func sendAndLeave(_ bytes: [UInt8], to port: Int) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(connected == 0)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
