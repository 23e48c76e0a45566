import Credentials
import Foundation
import GRPCCore
import GlimpDomain
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct AuthenticationTests {
    @Test func personsCallsNeedALiveSession() async throws {
        try await withGateway { gateway in
            let service = try await gateway.service()
            let revoked = try await gateway.register("bob")
            try await gateway.credentials.revoke(revoked.session, of: revoked.user.rawValue)
            let expired = try await gateway.register("cid")
            gateway.clock.advance(seconds: 3_601)
            let live = try await gateway.register("ada")
            try await gateway.glimp.catchUpReadModels()
            for (name, ask) in EveryCall.commands.merging(EveryCall.queries, uniquingKeysWith: { $1 }) {
                for (code, metadata) in [
                    ("invalid_credentials", [:]), ("invalid_credentials", bearer("")),
                    ("invalid_credentials", bearer("ga_nonsense")), ("invalid_credentials", service.metadata),
                    ("invalid_credentials", ["authorization": "Basic YTpi"]),
                    ("session_revoked", revoked.metadata), ("session_expired", expired.metadata),
                ] as [(String, Metadata)] {
                    try await expectError(.unauthenticated, code, name) { try await ask(gateway, metadata, .init()) }
                }
                // With a live one it gets as far as what is asked.
                do { _ = try await ask(gateway, live.metadata, .init()) } catch let error as RPCError {
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
            for (name, ask) in EveryCall.events {
                for (status, code, metadata) in [
                    (.unauthenticated, "invalid_credentials", [:]),
                    (.unauthenticated, "invalid_credentials", bearer("go_nonsense")),
                    (.unauthenticated, "invalid_credentials", person.metadata),
                    (.unauthenticated, "session_revoked", revoked.metadata),
                    (.unauthenticated, "session_expired", expired.metadata),
                    (.permissionDenied, "scope_required", other.metadata),
                ] as [(RPCError.Code, String, Metadata)] {
                    try await expectError(status, code, name) { try await ask(gateway, metadata, .init()) }
                }
                do { _ = try await ask(gateway, live.metadata, .init()) } catch let error as RPCError {
                    Issue.record("\(name) \(error)")
                }
            }
        }
    }
}
