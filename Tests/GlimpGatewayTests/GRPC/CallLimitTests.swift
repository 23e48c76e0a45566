import Credentials
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

@testable import GlimpGateway

/// What is bounded, and how it is told.
@Suite struct CallLimitTests {
    @Test func anAddressThatAsksTooMuchIsToldWhenToComeBack() async throws {
        try await withGateway(limits: RequestLimits(ofPerson: 1_000, ofAddress: 0.1)) { gateway in
            #expect(try await gateway.health.check(.init()).status == .serving)
            for _ in 0..<2 {
                let told = try await expectError(.resourceExhausted, "too_many_requests") {
                    try await gateway.health.check(.init())
                }
                let wait = try #require(told?.retryAfter)
                #expect((.seconds(1) ... .seconds(10)).contains(wait))
            }
        }
    }

    @Test func whoCallsThroughATrustedProxyIsWhoIsCounted() async throws {
        let one: Metadata = ["x-forwarded-for": "10.0.0.9, 192.0.2.1"]
        let other: Metadata = ["x-forwarded-for": "192.0.2.2"]
        let limits = RequestLimits(ofPerson: 1_000, ofAddress: 0.1)
        try await withGateway(limits: limits, proxies: ["127.0.0.1"]) { gateway in
            _ = try await gateway.health.check(.init(), metadata: one)
            _ = try await gateway.health.check(.init(), metadata: other)
            // Whatever stands before the address that the proxy has seen.
            let same: Metadata = ["x-forwarded-for": "10.0.0.8, 192.0.2.1"]
            try await expectError(.resourceExhausted, "too_many_requests") {
                try await gateway.health.check(.init(), metadata: same)
            }
        }
        try await withGateway(limits: RequestLimits(ofPerson: 1_000, ofAddress: 0.1)) { gateway in
            _ = try await gateway.health.check(.init(), metadata: one)
            try await expectError(.resourceExhausted, "too_many_requests") {
                try await gateway.health.check(.init(), metadata: other)
            }
        }
    }

    @Test func aPersonWhoAsksTooMuchIsToldWhenToComeBack() async throws {
        let limits = RequestLimits(ofPerson: 0.1, ofAddress: 1_000)
        try await withGateway({ $0.heartbeat = .milliseconds(5) }, limits: limits) { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            try await gateway.glimp.catchUpReadModels()
            // A stream is one request, however often its session is looked at.
            let told = try await gateway.follow(ada) { $0.count == 3 }
            #expect(told.allSatisfy { $0.collections.isEmpty })
            try await expectError(.resourceExhausted, "too_many_requests") {
                try await gateway.queries.me(.init(), metadata: ada.metadata)
            }
            #expect(try await gateway.queries.me(.init(), metadata: bob.metadata).profile.username == "bob")
            // Through the other door too.
            #expect(throws: LimitReached.self) { try limits.take(ada.user) }
        }
    }

    @Test func servicesAreNotCountedAndWhoIsNoneIs() async throws {
        try await withGateway(limits: RequestLimits(ofPerson: 0.1, ofAddress: 0.1)) { gateway in
            let service = try await gateway.service()
            for _ in 0..<10 { _ = try await gateway.events.append(.one(), metadata: service.metadata) }
            let other = try await gateway.service("ops", scopes: [.read])
            try await expectError(.permissionDenied, "scope_required") {
                try await gateway.events.head(.init(), metadata: other.metadata)
            }
            try await expectError(.resourceExhausted, "too_many_requests") {
                try await gateway.events.head(.init(), metadata: other.metadata)
            }
        }
    }

    @Test func aPersonHasAFewStreamsAtOnce() async throws {
        try await withGateway(streams: .liveStreams(3, ofPerson: 2)) { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            try await gateway.glimp.catchUpReadModels()
            @Sendable func open(
                _ count: Int, _ person: SignedIn, then body: @escaping @Sendable () async throws -> Void
            )
                async throws
            {
                guard count > 0 else { return try await body() }
                _ = try await gateway.follow(person) {
                    try await open(count - 1, person, then: body)
                } until: { _ in
                    true
                }
            }
            try await open(2, ada) {
                let told = try await expectError(.resourceExhausted, "too_many_streams") {
                    try await open(1, ada) {}
                }
                #expect(told?.retryAfter != nil)
                try await open(1, bob) {
                    try await expectError(.resourceExhausted, "busy") { try await open(1, bob) {} }
                }
            }
            // Those that have ended are free again, once the server has noticed.
            try await pollUntilAnswered { try await open(2, ada) {} }
        }
    }

    /// Until it is not refused for now.
    private func pollUntilAnswered(_ body: () async throws -> Void) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try await body()
            } catch let error as RPCError where error.code == .resourceExhausted {
                guard ContinuousClock.now < end else { throw error }
                await Task.yield()
            }
        }
    }

    @Test func moreConnectionsWaitToBeAccepted() async throws {
        try await withGateway({ $0.connections = 3 }) { gateway in
            _ = try await gateway.health.check(.init())
            let open = [try ServedConnection(gateway.port), try ServedConnection(gateway.port)]
            #expect(open.allSatisfy { $0.isServed() })
            let waiting = try ServedConnection(gateway.port)
            #expect(!waiting.isServed(within: 0.3))
            open[0].leave()
            #expect(waiting.isServed())
            for connection in [open[1], waiting] { connection.leave() }
        }
    }
}
