import EventLog
import Foundation
import GRPCCore
import GlimpService
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct ReadTests {
    @Test func pagesAndLimitsGoTheWayTheyWereAskedFor() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            for number in 0..<25 {
                _ = try await gateway.glimp.log.append([
                    Event(
                        id: UUID(), type: number % 5 == 0 ? "Fifth" : "Other", tags: [Tag("n:\(number)")], payload: [])
                ])
            }
            func positions(_ change: (inout Eventlog_V1_ReadRequest) -> Void) async throws -> [[UInt64]] {
                var request = Eventlog_V1_ReadRequest.with { $0.query = .everything }
                change(&request)
                return try await gateway.read(request, service).map { $0.events.map(\.position) }
            }
            #expect(try await positions { $0.batchSize = 10 } == [Array(1...10), Array(11...20), Array(21...25)])
            #expect(try await positions { ($0.from, $0.limit) = (24, 1) } == [[24]])
            #expect(try await positions { ($0.backwards, $0.limit) = (true, 3) } == [[25, 24, 23]])
            #expect(try await positions { ($0.backwards, $0.from) = (true, 2) } == [[2, 1]])
            #expect(try await positions { $0.query = .typed(["Fifth"]) } == [[1, 6, 11, 16, 21]])
            #expect(try await positions { $0.query = .tagged(["n:3"]) } == [[4]])
            // One answer also when there is nothing, to tell the head.
            #expect(try await positions { $0.query = .tagged(["none"]) } == [[]])
            for (code, change) in [
                ("invalid_batch_size", { $0.batchSize = 0 }), ("invalid_batch_size", { $0.batchSize = 10_001 }),
                ("invalid_limit", { $0.limit = 0 }), ("invalid_query", { $0.clearQuery() }),
            ] as [(String, (inout Eventlog_V1_ReadRequest) -> Void)] {
                try await expectError(.invalidArgument, code) { try await positions(change) }
            }
        }
    }

    @Test func largeEventsComeInAnswersThatClientsTake() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            for _ in 0..<5 {
                _ = try await gateway.glimp.log.append([
                    Event(id: UUID(), type: "Large", tags: [], payload: .init(repeating: 7, count: 600_000))
                ])
            }
            _ = try await gateway.glimp.log.append([
                Event(id: UUID(), type: "Largest", tags: [], payload: .init(repeating: 7, count: 1 << 20))
            ])
            let answers = try await gateway.read(.with { $0.query = .everything }, service)
            #expect(answers.flatMap(\.events).map(\.position) == Array(1...6))
            #expect(answers.count == 6)
            for answer in answers { #expect(try answer.serializedData().count < 1_100_000) }
        }
    }

    @Test func aSlowReaderOfALongLogIsWaitedFor() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            for _ in 0..<80 {
                _ = try await gateway.glimp.log.append([
                    Event(id: UUID(), type: "Large", tags: [], payload: .init(repeating: 7, count: 1 << 20))
                ])
            }
            let looks = gateway.clock.looks
            let request = Eventlog_V1_ReadRequest.with { ($0.query, $0.batchSize) = (.everything, 1) }
            let seen = try await gateway.events.read(request, metadata: service.metadata) { response in
                var seen = 0
                for try await answer in response.messages {
                    seen += answer.events.count
                    // Each page is preceded by a look at the token. While the reader does other things, in which time the
                    // whole log could have been read, the server is only as many pages ahead as
                    // sockets hold.
                    if seen == 1 {
                        for _ in 0..<500 { _ = try await gateway.health.check(.init()) }
                        #expect(gateway.clock.looks - looks < 40)
                    }
                }
                return seen
            }
            #expect(seen == 80)
        }
    }
}
