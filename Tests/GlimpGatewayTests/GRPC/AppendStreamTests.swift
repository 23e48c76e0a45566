import Foundation
import GRPCCore
import Credentials
import GlimpService
import GlimpSchemas
import GlimpServices
import LMDB
import SwiftProtobuf
import Testing

@testable import EventLog

@Suite struct AppendStreamTests {
    @Test func eachIsAnsweredInItsOrderAndOneThatFailsEndsNothing() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let count = 600
            let answers = try await gateway.appendStream(service) { writer in
                for number in 0..<count {
                    switch number % 4 {
                    case 0: try await writer.write(.one(tags: ["n:\(number)"]))
                    // The one just sent is in flight, or done: it is counted either way.
                    case 1: try await writer.write(.one().unless(["n:\(number - 1)"]))
                    case 2: try await writer.write(.one("GlimpAnswered"))
                    default: try await writer.write(.one(tags: ["n:\(number)"]).unless(["n:\(number)"]))
                    }
                }
            }
            #expect(answers.count == count)
            var last: UInt64 = 0
            for (number, answer) in answers.enumerated() {
                switch number % 4 {
                case 0, 3:
                    #expect(answer.appended.first == last + 1)
                    last += 1
                case 1:
                    #expect(answer.failure.code == "conflict" && answer.failure.position == last)
                    #expect(answer.failure.status == Int32(RPCError.Code.aborted.rawValue))
                default: #expect(answer.failure.code == "event_type_reserved")
                }
            }
            #expect(try gateway.glimp.log.head() == Position(last))
        }
    }

    @Test func appendsInFlightShareACommit() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let log = gateway.glimp.log
            let before = try log.commits
            let (looks, count) = (gateway.clock.looks, 200)
            let answers = try await log.whileHeld { release in
                async let answers = gateway.appendStream(service) { writer in
                    for number in 0..<count { try await writer.write(.one(tags: ["n:\(number)"])) }
                }
                // One look opens the stream, one more each takes an append in.
                try await poll { gateway.clock.looks >= looks + 1 + count }
                release()
                return try await answers
            }
            #expect(answers.map(\.appended.last) == (1...UInt64(count)).map { $0 })
            #expect(try log.commits - before <= 3)
        }
    }

    @Test func callersShareACommitWhoeverTheyAre() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let ada = try await gateway.register("ada")
            _ = try await gateway.register("bob")
            let log = gateway.glimp.log
            let before = try log.commits
            let (looks, callers) = (gateway.clock.looks, 40)
            try await log.whileHeld { release in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<callers {
                        group.addTask { _ = try await gateway.events.append(.one(), metadata: service.metadata) }
                    }
                    group.addTask { try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "bob" }, ada) }
                    // A service's token is looked at twice a call: for the limits, and for the call.
                    try await poll { gateway.clock.looks >= looks + 2 * callers + 1 }
                    release()
                    try await group.waitForAll()
                }
            }
            #expect(try log.head() == Position(2 + UInt64(callers) + 1))
            #expect(try log.commits - before <= 3)
        }
    }

    @Test func aRevokedTokenAppendsNothingMore() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let (answered, answer) = AsyncStream.makeStream(of: Void.self)
            let seen = Counter()
            try await expectError(.unauthenticated, "session_revoked") {
                try await gateway.events.appendStream(metadata: service.metadata) { writer in
                    try await writer.write(.one())
                    for await _ in answered { break }
                    try await gateway.credentials.operators.revoke(service.token, of: service.id)
                    try await writer.write(.one())
                } onResponse: { response in
                    for try await _ in response.messages {
                        seen.add()
                        answer.yield()
                    }
                }
            }
            #expect(seen.value == 1)
            #expect(try gateway.glimp.log.head() == Position(1))
        }
    }
}

extension EventLog {
    /// How many transactions were committed to the log.
    fileprivate var commits: Int { get throws { try index.log.environment.information().lastTransaction } }
}
