import Credentials
import Foundation
import GRPCCore
import GlimpDomain
import GlimpSchemas
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct AuthenticationTests {
    /// Every call, asked with some metadata.
    typealias Ask = @Sendable (TestGateway, Metadata) async throws -> Void

    static let personsCalls: [(String, Ask)] = [
        ("Execute", { _ = try await $0.commands.execute(.init(), metadata: $1) }),
        ("ExecuteBatch", { _ = try await $0.commands.executeBatch(.init(), metadata: $1) }),
        ("Me", { _ = try await $0.queries.me(.init(), metadata: $1) }),
        ("FindByUsername", { _ = try await $0.queries.findByUsername(.init(), metadata: $1) }),
        ("Home", { _ = try await $0.queries.home(.init(), metadata: $1) }),
        ("Friends", { _ = try await $0.queries.friends(.init(), metadata: $1) }),
        ("Invitations", { _ = try await $0.queries.invitations(.init(), metadata: $1) }),
        ("Requests", { _ = try await $0.queries.requests(.init(), metadata: $1) }),
        ("Received", { _ = try await $0.queries.received(.init(), metadata: $1) }),
        ("Sent", { _ = try await $0.queries.sent(.init(), metadata: $1) }),
        ("Shared", { _ = try await $0.queries.shared(.init(), metadata: $1) }),
    ]

    static let servicesCalls: [(String, Ask)] = [
        ("Append", { _ = try await $0.events.append(.init(), metadata: $1) }),
        ("Head", { _ = try await $0.events.head(.init(), metadata: $1) }),
        (
            "AppendStream",
            { gateway, metadata in
                try await gateway.events.appendStream(metadata: metadata) { _ in
                } onResponse: {
                    for try await _ in $0.messages {}
                }
            }
        ),
        (
            "Read",
            { gateway, metadata in
                try await gateway.events.read(.init(), metadata: metadata) { for try await _ in $0.messages {} }
            }
        ),
        (
            "Subscribe",
            { gateway, metadata in
                try await gateway.events.subscribe(.init(), metadata: metadata) { for try await _ in $0.messages {} }
            }
        ),
    ]

    @Test func personsCallsNeedALiveSession() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let revoked = try await gateway.register("bob")
            try await gateway.credentials.revoke(revoked.session, of: revoked.user.rawValue)
            let expired = try await gateway.register("cid")
            gateway.clock.advance(seconds: 3_601)
            let live = try await gateway.register("ada")
            for (name, ask) in Self.personsCalls {
                for (code, metadata) in [
                    ("invalid_credentials", [:]), ("invalid_credentials", bearer("")),
                    ("invalid_credentials", bearer("ga_nonsense")), ("invalid_credentials", service.metadata),
                    ("invalid_credentials", ["authorization": "Basic YTpi"]),
                    ("session_revoked", revoked.metadata), ("session_expired", expired.metadata),
                ] as [(String, Metadata)] {
                    try await expectError(.unauthenticated, code, name) { try await ask(gateway, metadata) }
                }
                // With a live one it gets as far as the empty request.
                do { try await ask(gateway, live.metadata) } catch let error as RPCError {
                    #expect(error.code != .unauthenticated && error.code != .unknown, "\(name) \(error)")
                }
            }
        }
    }

    @Test func servicesCallsNeedATokenOfTheScope() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register("ada")
            let live = try await gateway.service()
            let other = try await gateway.service("ops", scopes: [.operate, .read])
            let revoked = try await gateway.service("old")
            try await gateway.credentials.operators.revoke(revoked.token, of: revoked.id)
            let expired = try await gateway.service("brief", lifetime: .seconds(10))
            gateway.clock.advance(seconds: 11)
            for (name, ask) in Self.servicesCalls {
                for (status, code, metadata) in [
                    (.unauthenticated, "invalid_credentials", [:]),
                    (.unauthenticated, "invalid_credentials", bearer("go_nonsense")),
                    (.unauthenticated, "invalid_credentials", person.metadata),
                    (.unauthenticated, "session_revoked", revoked.metadata),
                    (.unauthenticated, "session_expired", expired.metadata),
                    (.permissionDenied, "scope_required", other.metadata),
                ] as [(RPCError.Code, String, Metadata)] {
                    try await expectError(status, code, name) { try await ask(gateway, metadata) }
                }
                do { try await ask(gateway, live.metadata) } catch let error as RPCError {
                    #expect(error.code == .invalidArgument, "\(name) \(error)")
                }
            }
        }
    }
}
