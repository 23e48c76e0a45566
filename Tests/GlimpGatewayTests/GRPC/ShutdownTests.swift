import EventLog
import Foundation
import GRPCCore
import GlimpService
import GlimpGateway
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct ShutdownTests {
    @Test func whatIsInFlightIsFinished() async throws {
        try await withGateway { gateway in
            let ada = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let service = try await gateway.service()
            let log = gateway.glimp.log
            let looks = gateway.clock.looks
            try await log.whileHeld { release in
                async let command = gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "bob" }, ada)
                async let append = gateway.events.append(.one(), metadata: service.metadata)
                // Both have come in, and can't be answered while the log is held.
                try await poll { gateway.clock.looks >= looks + 2 }
                await gateway.shutDown()
                release()
                #expect(try await command.eventIds.count == 1)
                #expect(try await append.eventIds.count == 1)
            }
            #expect(try log.head() == Position(4))
        }
    }

    @Test func aStreamOfAppendsEndsWithEveryOneThatWasTakenInAnswered() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let log = gateway.glimp.log
            let looks = gateway.clock.looks
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            var answered = 0
            answered = try await log.whileHeld { release in
                let answers = Counter()
                async let streaming: Told? = expectError(.unavailable, "shutting_down") {
                    try await gateway.events.appendStream(metadata: service.metadata) { writer in
                        for number in 0..<50 { try await writer.write(.one(tags: ["n:\(number)"])) }
                        // The stream stays open: it is the server that ends it.
                        for await _ in ended { break }
                    } onResponse: { response in
                        defer { end.yield() }
                        for try await answer in response.messages {
                            #expect(answer.appended.first > 0)
                            answers.add()
                        }
                    }
                }
                try await poll { gateway.clock.looks >= looks + 51 }
                await gateway.shutDown()
                release()
                _ = try await streaming
                return answers.value
            }
            #expect(answered == 50)
            #expect(try log.head() == Position(50))
        }
    }

    @Test func subscriptionsAreToldToGoOnElsewhere() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            try await expectError(.unavailable, "shutting_down") {
                try await gateway.events.subscribe(
                    .with { $0.query = .everything }, metadata: service.metadata
                ) { response in
                    for try await _ in response.messages { await gateway.shutDown() }
                }
            }
        }
    }
}
