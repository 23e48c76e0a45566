import Foundation
import GRPCCore
import GlimpDomain
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@testable import GlimpGateway

@Suite struct LargeRequestTests {
    @Test func aRequestThatIsTooLargeIsToldWhatItMayBe() async throws {
        try await withGateway({ $0.maximumRequestBytes = 1 << 20 }) { gateway in
            let ada = try await gateway.register("ada")
            var request = Glimp_V1_ExecuteRequest()
            // Less than an append may have, so that the transport itself lets it pass.
            request.command.value = Data(count: 5 << 20)
            let told = try await expectError(.resourceExhausted, "too_large") {
                try await gateway.commands.execute(request, metadata: ada.metadata)
            }
            #expect(told?.message.contains("1048576") == true, "\(told?.message ?? "")")
            // Also where the transport would reset the stream by itself.
            request.command.value = Data(count: 30 << 20)
            try await expectError(.resourceExhausted, "too_large") {
                try await gateway.commands.execute(request, metadata: ada.metadata)
            }
            // The connection goes on.
            #expect(try await gateway.health.check(.init()).status == .serving)
        }
    }

    @Test func anAppendMayBeLargerAndIsBoundedToo() async throws {
        try await withGateway({ ($0.maximumRequestBytes, $0.maximumAppendBytes) = (1 << 20, 2 << 20) }) { gateway in
            let service = try await gateway.service()
            let payload = String(repeating: "x", count: 1_000_000)
            func append(_ count: Int) -> Eventlog_V1_AppendRequest {
                .with { $0.events = (0..<count).map { _ in .of("Paid", payload: payload) } }
            }
            #expect(try await gateway.events.append(append(2), metadata: service.metadata).last == 2)
            let tooLarge = append(3)
            try await expectError(.resourceExhausted, "too_large") {
                try await gateway.events.append(tooLarge, metadata: service.metadata)
            }
            // After answers have begun.
            let answers = Counter()
            try await expectError(.resourceExhausted, "too_large") {
                try await gateway.events.appendStream(metadata: service.metadata) { writer in
                    try await writer.write(.one())
                    try await poll { answers.value == 1 }
                    try await writer.write(tooLarge)
                } onResponse: { response in
                    for try await _ in response.messages { answers.add() }
                }
            }
            #expect(answers.value == 1)
        }
    }

    @Test(arguments: [1, 2, 3, 5, 7, 1_000])
    func lengthsAreReadHoweverTheyAreCut(size: Int) {
        func message(_ length: Int, _ count: Int? = nil) -> [UInt8] {
            let prefix = [UInt8(0)] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
            return prefix + [UInt8](repeating: 0xFF, count: count ?? length)
        }
        func firstOver(_ limit: Int, _ bytes: [UInt8]) -> Int? {
            var lengths = MessageLengths()
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = bytes[start..<min(start + size, bytes.count)]
                if let length = lengths.firstLength(over: limit, in: piece) { return length }
            }
            return nil
        }
        let stream = message(0) + message(300) + message(7) + message(299) + message(300)
        #expect(firstOver(300, stream) == nil)
        #expect(firstOver(299, stream) == 300)
        #expect(firstOver(300, stream + message(301, 0)) == 301)
        #expect(firstOver(300, stream + message(Int(UInt32.max), 3)) == Int(UInt32.max))
        // A length that is not there yet.
        #expect(firstOver(300, stream + message(301, 0).dropLast()) == nil)
    }
}
