import EventLog
import Foundation
import GRPCCore
import GlimpService
import Credentials
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct SubscribeTests {
    @Test func nothingIsMissedOrRepeatedBesideAWriter() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let log = gateway.glimp.log
            let (before, count) = (300, 1_500)
            for number in 0..<before { _ = try log.submit([.plain(number)]) }
            try await log.append([.plain(before)])
            async let writing: Void = {
                for number in before + 1..<count { try await log.append([.plain(number)]) }
            }()
            let answers = try await gateway.follow(
                .with { ($0.query, $0.batchSize) = (.everything, 100) }, service
            ) { $0.last?.position == UInt64(count) }
            try await writing
            #expect(answers.flatMap(\.events).map(\.position) == Array(1...UInt64(count)))
            // What was there is told before the news of having caught up.
            let caughtUp = try #require(answers.firstIndex { $0.hasCaughtUp_p })
            #expect(answers[caughtUp].position > UInt64(before))
            #expect(answers.allSatisfy { ($0.events.last?.position ?? $0.position) <= $0.position })
        }
    }

    @Test func itGoesOnFromWhereItWasLeft() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            for number in 0..<50 { _ = try await gateway.glimp.log.append([.plain(number)]) }
            var seen: [UInt64] = []
            var after: UInt64 = 0
            while after < 50 {
                let answers = try await gateway.follow(
                    .with { ($0.query, $0.after, $0.batchSize) = (.tagged(["even"]), after, 7) }, service
                ) { !$0.isEmpty }
                seen += answers.flatMap(\.events).map(\.position)
                after = answers.last?.position ?? 0
            }
            #expect(seen == (0..<50).filter { $0.isMultiple(of: 2) }.map { UInt64($0) + 1 })
        }
    }

    @Test func anEmptyLogIsCaughtUpWithAtOnceAndThenFollowed() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let answers = try await gateway.events.subscribe(
                .with { $0.query = .everything }, metadata: service.metadata
            ) { response in
                var answers: [Eventlog_V1_SubscribeResponse] = []
                for try await answer in response.messages {
                    answers.append(answer)
                    if answers.count == 1 { try await gateway.glimp.log.append([.plain(0)]) }
                    if answers.count == 2 { break }
                }
                return answers
            }
            #expect(answers[0].events.isEmpty && answers[0].hasCaughtUp_p && answers[0].position == 0)
            #expect(answers[1].events.map(\.position) == [1] && answers[1].position == 1)
        }
    }

    @Test func aPositionOfAnotherLogIsAnError() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            try await expectError(.invalidArgument, "invalid_after") {
                try await gateway.follow(.with { ($0.query, $0.after) = (.everything, 1) }, service) { _ in true }
            }
        }
    }

    @Test func aRevokedTokenIsToldNothingMore() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            try await expectError(.unauthenticated, "session_revoked") {
                try await gateway.events.subscribe(
                    .with { $0.query = .everything }, metadata: service.metadata
                ) { response in
                    for try await answer in response.messages {
                        #expect(answer.events.isEmpty)
                        guard answer.events.isEmpty else { break }
                        try await gateway.credentials.operators.revoke(service.token, of: service.id)
                        try await gateway.glimp.log.append([.plain(0)])
                    }
                }
            }
        }
    }
}

extension Event {
    fileprivate static func plain(_ number: Int) -> Event {
        Event(id: UUID(), type: "Counted", tags: [number.isMultiple(of: 2) ? "even" : "odd"], payload: [])
    }
}
