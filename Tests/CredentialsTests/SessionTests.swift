import Foundation
import LMDB
import Testing

@testable import Credentials

@Suite struct SessionTests {
    let scratch: ScratchStore
    let ada = UUID()
    init() throws { scratch = try ScratchStore() }

    @Test func aTokenOpensItsSessionUntilItsTimeIsOver() async throws {
        try await scratch.with { store in
            let grant = try await store.openSession(for: ada, label: "phone")
            #expect(grant.expiresIn == .seconds(3_600))
            #expect(grant.refreshExpiresIn == .seconds(60 * 86_400))
            let found = try store.authenticate(grant.accessToken)
            #expect(found.person == ada && found.session == grant.session)
            #expect(found.expires == scratch.clock.now.advanced(by: .seconds(3_600)))
            scratch.clock.advance(.seconds(3_599))
            #expect(try store.authenticate(grant.accessToken).person == ada)
            scratch.clock.advance(.seconds(1))
            await expectFailure(.sessionExpired) { try store.authenticate(grant.accessToken) }
            let next = try await store.refresh(grant.refreshToken)
            #expect(try store.authenticate(next.accessToken).session == grant.session)
            scratch.clock.advance(.seconds(60 * 86_400))
            await expectFailure(.sessionExpired) { try await store.refresh(next.refreshToken) }
        }
    }

    @Test func tokensOfNobodyOpenNothing() async throws {
        try await scratch.with { store in
            let grant = try await store.openSession(for: ada, label: "")
            let random = store.options.random
            await expectFailure(.invalidCredentials) { try store.authenticate(AccessToken(secret: random(32))) }
            await expectFailure(.invalidCredentials) {
                try await store.refresh(RefreshToken(family: random(16), changing: random(32)))
            }
            // The hash of an access token leads to a session, too.
            await expectFailure(.invalidCredentials) {
                try await store.refresh(RefreshToken(family: grant.accessToken.secret, changing: []))
            }
            #expect(try store.authenticate(grant.accessToken).person == ada)
        }
    }

    @Test func aListTellsWhatLives() async throws {
        try await scratch.with { store in
            let grace = try await store.openSession(for: UUID(), label: "another's")
            let first = try await store.openSession(
                for: ada, label: "tablet\u{7}\n\u{202E}" + String(repeating: "x", count: 200))
            scratch.clock.advance(.seconds(10))
            let second = try await store.openSession(for: ada, label: "phone")
            let listed = try store.sessions(of: ada)
            #expect(listed.map(\.id) == [second.session, first.session])
            #expect(listed.map(\.label) == ["phone", "tablet" + String(repeating: "x", count: 94)])
            #expect(listed[0].created == scratch.clock.now)
            try await store.revoke(first.session, of: ada)
            #expect(try store.sessions(of: ada).map(\.id) == [second.session])
            await expectFailure(.notFound) { try await store.revoke(first.session, of: ada) }
            await expectFailure(.notFound) { try await store.revoke(grace.session, of: ada) }
            #expect(try store.authenticate(grace.accessToken).session == grace.session)
        }
    }

    @Test func aRevokedSessionOpensNothing() async throws {
        try await scratch.with { store in
            let grants = [
                try await store.openSession(for: ada, label: "a"), try await store.openSession(for: ada, label: "b"),
                try await store.openSession(for: ada, label: "c"),
            ]
            try await store.revoke(grants[0].session, of: ada)
            await expectFailure(.sessionRevoked) { try store.authenticate(grants[0].accessToken) }
            await expectFailure(.sessionRevoked) { try await store.refresh(grants[0].refreshToken) }
            #expect(try store.authenticate(grants[1].accessToken).person == ada)
            #expect(try await store.revokeSessions(of: ada, except: grants[2].session) == 1)
            await expectFailure(.sessionRevoked) { try store.authenticate(grants[1].accessToken) }
            #expect(try store.authenticate(grants[2].accessToken).person == ada)
            #expect(try await store.revokeSessions(of: ada) == 1)
            await expectFailure(.sessionRevoked) { try store.authenticate(grants[2].accessToken) }
            #expect(try await store.revokeSessions(of: ada) == 0)
        }
    }

    @Test func theOldestGoesWhenThereAreTooMany() async throws {
        try await scratch.with({ $0.sessionsAPerson = 3 }) { store in
            var grants: [SessionGrant] = []
            for _ in 0..<20 {
                scratch.clock.advance(.seconds(1))
                grants.append(try await store.openSession(for: ada, label: ""))
            }
            #expect(try store.sessions(of: ada).map(\.id) == grants.suffix(3).reversed().map(\.session))
            await expectFailure(.sessionRevoked) { try store.authenticate(grants[16].accessToken) }
            // What is known of ended ones is bounded too.
            await expectFailure(.invalidCredentials) { try store.authenticate(grants[0].accessToken) }
            try store.writer.read { transaction throws in
                #expect(try store.table.rows(of: ada, in: transaction).count <= 6)
                #expect(try transaction.count(store.files.tokens) <= 12)
            }
        }
    }

    @Test func lastSeenIsCoarse() async throws {
        try await scratch.with { store in
            let grant = try await store.openSession(for: ada, label: "")
            let opened = scratch.clock.now
            func lastSeen() async throws -> Date? {
                _ = try store.authenticate(grant.accessToken)
                try await store.settleWrites()
                return try store.sessions(of: ada).first?.lastSeen
            }
            let before = try store.files.environment.information().lastTransaction
            for _ in 0..<100 { _ = try await lastSeen() }
            scratch.clock.advance(.seconds(899))
            #expect(try await lastSeen() == opened)
            #expect(try store.files.environment.information().lastTransaction == before)
            scratch.clock.advance(.seconds(1))
            #expect(try await lastSeen() == scratch.clock.now)
        }
    }

    @Test func endedSessionsAreSweptInBoundedBatches() async throws {
        try await scratch.with { store in
            var grants: [SessionGrant] = []
            for _ in 0..<10 { grants.append(try await store.openSession(for: UUID(), label: "")) }
            scratch.clock.advance(.seconds(60 * 86_400))
            #expect(try await store.sweep().removed == 0)
            await expectFailure(.sessionExpired) { try store.authenticate(grants[0].accessToken) }
            let young = try await store.openSession(for: ada, label: "")
            scratch.clock.advance(.seconds(86_400))
            var removed: [Int] = []
            for _ in 0..<4 { removed.append(try await store.sweep(rows: 4).removed) }
            #expect(removed.reduce(0, +) == 10)
            #expect(removed.allSatisfy { $0 <= 4 })
            await expectFailure(.invalidCredentials) { try store.authenticate(grants[0].accessToken) }
            #expect(try store.sessions(of: ada).map(\.id) == [young.session])
            let tokens = try store.writer.read { transaction in try transaction.count(store.files.tokens) }
            #expect(tokens == 2)
        }
    }

    @Test func erasingAPersonLeavesNothing() async throws {
        try await scratch.with { store in
            let person = try await store.register()
            let other = try await store.register()
            let kept = try await store.openSession(for: other, label: "")
            let grant = try await store.logIn("Ada", person)
            _ = try await store.refresh(grant.refreshToken)
            for _ in 0..<3 {
                await expectFailure(.invalidCredentials) { try await store.logIn("Ada", person, "wrong") }
            }
            await expectFailure(.invalidCredentials) {
                try await store.changePassword(
                    of: person, from: Password("wrong"), to: Password("new password"), keeping: nil, address: nil)
            }
            try await store.erase(person, names: ["ada"])
            await expectFailure(.invalidCredentials) { try store.authenticate(grant.accessToken) }
            #expect(try !store.hasPassword(person))
            #expect(try store.authenticate(kept.accessToken).person == other)
            try store.writer.read { transaction throws in
                #expect(try transaction.count(store.files.passwords) == 1)
                #expect(try transaction.count(store.files.sessions) == 1)
                #expect(try transaction.count(store.files.tokens) == 2)
                #expect(try transaction.count(store.files.failures) == 0)
            }
        }
    }
}
