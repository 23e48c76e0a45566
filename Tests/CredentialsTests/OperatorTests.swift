import Foundation
import Testing

@testable import Credentials

@Suite struct OperatorTests {
    let scratch: ScratchStore
    init() throws { scratch = try ScratchStore() }

    @Test func aTokenTellsWhoActs() async throws {
        try await scratch.with { store in
            let operators = store.operators
            let ops = try await operators.create(name: "ops", scopes: [.operate, .read])
            let service = try await operators.create(name: "billing", scopes: [.events])
            let made = try await operators.makeToken(for: service.id, label: "server 1")
            let found = try operators.authenticate(OperatorToken(made.token.text))
            #expect(found.id == service.id && found.token == made.id)
            #expect(found.name == "billing" && found.scopes == [.events])
            #expect(Set(try operators.list().map(\.name)) == ["ops", "billing"])
            #expect(try operators.tokens(of: ops.id).isEmpty)
            let listed = try operators.tokens(of: service.id)
            #expect(listed.map(\.label) == ["server 1"] && listed.map(\.id) == [made.id])
            #expect(listed[0].created == scratch.clock.now && listed[0].expires == nil && listed[0].revoked == nil)
            let random = store.options.random(32)
            await expectFailure(.invalidCredentials) { try operators.authenticate(OperatorToken(secret: random)) }
        }
    }

    @Test func whatIsRevokedOpensNothing() async throws {
        try await scratch.with { store in
            let operators = store.operators
            let ops = try await operators.create(name: "ops", scopes: [.operate])
            let first = try await operators.makeToken(for: ops.id, label: "a")
            let second = try await operators.makeToken(for: ops.id, label: "b")
            try await operators.revoke(first.id, of: ops.id)
            await expectFailure(.sessionRevoked) { try operators.authenticate(first.token) }
            #expect(try operators.authenticate(second.token).token == second.id)
            try await operators.revoke(ops.id)
            await expectFailure(.sessionRevoked) { try operators.authenticate(second.token) }
            await expectFailure(.notFound) { try await operators.makeToken(for: ops.id, label: "c") }
            await expectFailure(.notFound) { try await operators.revoke(OperatorID(UUID())) }
            await expectFailure(.notFound) { try await operators.revoke(second.id, of: OperatorID(UUID())) }
            // Still listed: the id stands in what was done with it.
            #expect(try operators.list().map(\.revoked) == [scratch.clock.now])
        }
    }

    @Test func aTokenMayHaveATime() async throws {
        try await scratch.with { store in
            let ops = try await store.operators.create(name: "ops", scopes: [.read])
            let made = try await store.operators.makeToken(for: ops.id, label: "a", lifetime: .seconds(60))
            scratch.clock.advance(.seconds(59))
            _ = try store.operators.authenticate(made.token)
            scratch.clock.advance(.seconds(1))
            await expectFailure(.sessionExpired) { try store.operators.authenticate(made.token) }
        }
    }

    @Test func inputIsBounded() async throws {
        try await scratch.with { store in
            let operators = store.operators
            let ops = try await operators.create(name: "ops", scopes: [])
            await expectFailure(.invalidInput) { try await operators.create(name: "ops", scopes: []) }
            await expectFailure(.invalidInput) { try await operators.create(name: "", scopes: []) }
            await expectFailure(.invalidInput) {
                try await operators.create(name: String(repeating: "x", count: 101), scopes: [])
            }
            await expectFailure(.invalidInput) {
                try await operators.create(name: "x", scopes: [OperatorScope(rawValue: "")])
            }
            await expectFailure(.invalidInput) { try await operators.makeToken(for: ops.id, label: "") }
            let first = try await operators.makeToken(for: ops.id, label: "0")
            for number in 1..<100 {
                scratch.clock.advance(.seconds(1))
                _ = try await operators.makeToken(for: ops.id, label: "\(number)")
            }
            await expectFailure(.invalidInput) { try await operators.makeToken(for: ops.id, label: "100") }
            // An ended one makes room, and is forgotten.
            try await operators.revoke(first.id, of: ops.id)
            _ = try await operators.makeToken(for: ops.id, label: "100")
            #expect(try operators.tokens(of: ops.id).count == 100)
            await expectFailure(.invalidCredentials) { try operators.authenticate(first.token) }
            // A name is free again once its operator is revoked.
            try await operators.revoke(ops.id)
            _ = try await operators.create(name: "ops", scopes: [])
        }
    }
}
