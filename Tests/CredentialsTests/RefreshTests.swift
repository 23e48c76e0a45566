import Foundation
import Testing

@testable import Credentials

@Suite struct RefreshTests {
    let scratch: ScratchStore
    let ada = UUID()
    init() throws { scratch = try ScratchStore() }

    /// The phone uses what it was given, and the store has written that down.
    private func use(_ grant: SessionGrant, _ store: CredentialStore) async throws {
        _ = try store.authenticate(grant.accessToken)
        try await store.settleWrites()
    }

    @Test func aRefreshReplacesBothTokens() async throws {
        try await scratch.with { store in
            let first = try await store.openSession(for: ada, label: "")
            let second = try await store.refresh(first.refreshToken)
            #expect(second.session == first.session)
            #expect(second.accessToken != first.accessToken && second.refreshToken != first.refreshToken)
            await expectFailure(.sessionExpired) { try store.authenticate(first.accessToken) }
            #expect(try store.authenticate(second.accessToken).person == ada)
            let third = try await store.refresh(second.refreshToken)
            #expect(third.expiresIn == .seconds(3_600))
            #expect(try store.authenticate(third.accessToken).person == ada)
        }
    }

    @Test func withinTheGraceTheAnswerIsTheSame() async throws {
        try await scratch.with { store in
            let first = try await store.openSession(for: ada, label: "")
            let second = try await store.refresh(first.refreshToken)
            try await use(second, store)
            scratch.clock.advance(.seconds(60))
            let again = try await store.refresh(first.refreshToken)
            #expect(again.accessToken == second.accessToken && again.refreshToken == second.refreshToken)
            #expect(again.expiresIn == .seconds(3_540))
        }
    }

    @Test func anOldTokenThatComesBackEndsTheSession() async throws {
        try await scratch.with { store in
            let first = try await store.openSession(for: ada, label: "")
            let second = try await store.refresh(first.refreshToken)
            try await use(second, store)
            scratch.clock.advance(.seconds(61))
            await expectFailure(.sessionRevoked) { try await store.refresh(first.refreshToken) }
            await expectFailure(.sessionRevoked) { try store.authenticate(second.accessToken) }
            await expectFailure(.sessionRevoked) { try await store.refresh(second.refreshToken) }
            #expect(try store.sessions(of: ada).isEmpty)
        }
    }

    @Test func aTokenFromLongAgoEndsTheSessionAtOnce() async throws {
        try await scratch.with { store in
            let first = try await store.openSession(for: ada, label: "")
            var last = first
            for _ in 0..<5 { last = try await store.refresh(last.refreshToken) }
            await expectFailure(.sessionRevoked) { try await store.refresh(first.refreshToken) }
            await expectFailure(.sessionRevoked) { try store.authenticate(last.accessToken) }
        }
    }

    @Test func anAnswerThatWasLostLocksNobodyOut() async throws {
        try await scratch.with { store in
            let first = try await store.openSession(for: ada, label: "")
            let lost = try await store.refresh(first.refreshToken)
            scratch.clock.advance(.seconds(10 * 86_400))
            let second = try await store.refresh(first.refreshToken)
            #expect(second.accessToken != lost.accessToken)
            #expect(second.expiresIn == .seconds(3_600))
            try await use(second, store)
            // Whoever has the lost ones is not the phone.
            await expectFailure(.sessionRevoked) { try await store.refresh(lost.refreshToken) }
            await expectFailure(.sessionRevoked) { try store.authenticate(second.accessToken) }
        }
    }

    @Test func aTokenOfBeforeTheRefreshConfirmsNothing() async throws {
        try await scratch.with { store in
            let first = try await store.openSession(for: ada, label: "")
            scratch.clock.advance(.seconds(1_000))
            // Noted, and written after the refresh.
            store.touches.note(
                SessionKey(person: ada, session: first.session), store.files.hashing.token(first.accessToken.secret),
                at: scratch.clock.now)
            _ = try await store.refresh(first.refreshToken)
            store.touches.note(
                SessionKey(person: ada, session: first.session), store.files.hashing.token(first.accessToken.secret),
                at: scratch.clock.now)
            try await store.settleWrites()
            scratch.clock.advance(.seconds(1_000))
            _ = try await store.refresh(first.refreshToken)
        }
    }

    /// An honest client, with answers that are lost and requests that are sent twice, always gets on; and a thief with
    /// any token that was replaced ends the session the moment both have gone on.
    @Test func anHonestClientIsNeverTakenForAThief() async throws {
        var random = SeededGenerator()
        try await scratch.with { store in
            for _ in 0..<20 {
                let person = UUID()
                var held = try await store.openSession(for: person, label: "")
                var old: [RefreshToken] = []
                for _ in 0..<30 {
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: scratch.clock.advance(.seconds(Int.random(in: 1...100_000, using: &random)))
                    case 1: try? await use(held, store)
                    case 2: _ = try await store.refresh(held.refreshToken)
                    case 3:
                        // Sent twice, and either answer may come last.
                        let token = held.refreshToken
                        async let one = store.refresh(token)
                        async let other = store.refresh(token)
                        let answers = try await [one, other]
                        #expect(answers[0] == answers[1])
                        old.append(token)
                        held = answers[Int.random(in: 0...1, using: &random)]
                    default:
                        let next = try await store.refresh(held.refreshToken)
                        old.append(held.refreshToken)
                        held = next
                    }
                }
                held = try await store.refresh(held.refreshToken)
                try await use(held, store)
                scratch.clock.advance(.seconds(61))
                guard let stolen = old.randomElement(using: &random) else { continue }
                await expectFailure(.sessionRevoked) { try await store.refresh(stolen) }
                await expectFailure(.sessionRevoked) { try store.authenticate(held.accessToken) }
            }
        }
    }
}
