import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpGateway
import GlimpSchemas
import GlimpServices
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
            let seed = UInt64.random(in: 0 ... .max)
            var random = SeededGenerator(seed)
            for (name, method, metadata) in [
                ("glimp.v1.Commands", "Execute", ada.metadata), ("glimp.v1.Queries", "Friends", ada.metadata),
                ("eventlog.v1.EventLog", "Append", service.metadata), ("grpc.health.v1.Health", "Check", [:]),
            ] as [(String, String, Metadata)] {
                for length in 0..<60 {
                    // A tag of the forbidden field 0 first, so that no bytes are a message by chance.
                    let bytes = [0] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                    try await expectError(.invalidArgument, nil, "seed \(seed): \(method) \(bytes)") {
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
}
