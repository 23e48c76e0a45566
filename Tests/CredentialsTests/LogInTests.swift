import Dispatch
import Foundation
import LMDB
import Synchronization
import Testing

@testable import Credentials

@Suite struct LogInTests {
    let scratch: ScratchStore
    init() throws { scratch = try ScratchStore() }

    private func fail(
        _ count: Int, _ store: CredentialStore, _ person: UUID?, as name: String = "ada", from address: String? = nil
    ) async {
        for _ in 0..<count {
            await expectFailure(.invalidCredentials) {
                try await store.logIn(name, person, "wrong password", from: address)
            }
        }
    }

    @Test func theRightPasswordOpensASession() async throws {
        try await scratch.with { store in
            let ada = try await store.register("pass\u{E9}word")
            let grant = try await store.logIn("ada", ada, "passe\u{301}word")
            #expect(try store.authenticate(grant.accessToken).person == ada)
            await expectFailure(.invalidCredentials) { try await store.logIn("ada", ada, "passeword") }
            await expectFailure(.invalidCredentials) { try await store.logIn("nobody", nil) }
            await expectFailure(.invalidCredentials) { try await store.logIn("imported", UUID()) }
            let long = String(repeating: "x", count: 5_000)
            await expectFailure(.invalidCredentials) { try await store.logIn("bob", ada, long) }
        }
    }

    /// By what was evaluated and written, not by a clock.
    @Test func aNameThatNobodyHasIsAnsweredLikeAWrongPassword() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            func cost(_ name: String, _ person: UUID?, _ password: String) async throws -> [Int] {
                func figures() throws -> [Int] {
                    [
                        store.hasher.evaluations.load(ordering: .relaxed), store.hasher.work.load(ordering: .relaxed),
                        try store.files.environment.information().lastTransaction,
                    ]
                }
                let before = try figures()
                await expectFailure(.invalidCredentials) { try await store.logIn(name, person, password) }
                return zip(try figures(), before).map { $0 - $1 }
            }
            let wrong = try await cost("ada", ada, "wrong password")
            #expect(wrong == [1, ScryptParameters(logN: 4).work, 1])
            #expect(try await cost("nobody", nil, "wrong password") == wrong)
            #expect(try await cost("imported", UUID(), "wrong password") == wrong)
            #expect(try await cost("ada", ada, "short") == wrong)
            #expect(try await cost("ada", ada, String(repeating: "x", count: 5_000)) == wrong)
        }
    }

    @Test func aWeakHashIsMadeAgainAtTheNextLogIn() async throws {
        let ada = UUID()
        func logN(_ store: CredentialStore) throws -> Int {
            let stored = try store.writer.read { transaction throws in
                try #require(try transaction.get(ada.bytes, in: store.files.passwords)?.bytes)
            }
            return try PasswordHash(stored: stored).parameters.logN
        }
        try await scratch.with { try await $0.resetPassword(Password("right password"), of: ada) }
        try await scratch.with({ $0.scrypt = ScryptParameters(logN: 6) }) { store in
            await fail(1, store, ada)
            #expect(try logN(store) == 4)
            _ = try await store.logIn("ada", ada)
            #expect(try logN(store) == 6)
            let before = store.hasher.evaluations.load(ordering: .relaxed)
            _ = try await store.logIn("ada", ada)
            #expect(store.hasher.evaluations.load(ordering: .relaxed) == before + 1)
        }
        try await scratch.with { store in
            _ = try await store.logIn("ada", ada)
            #expect(try logN(store) == 6)
        }
    }

    @Test func aFirstPasswordReplacesNone() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            #expect(try await !store.setFirstPassword(store.prepare(Password("another password")), of: ada))
            _ = try await store.logIn("ada", ada)
            await expectFailure(.invalidPassword) { try await store.prepare(Password("short")) }
        }
    }

    @Test func changingThePasswordEndsTheOtherSessions() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            let own = try await store.logIn("ada", ada)
            let other = try await store.logIn("ada", ada)
            func change(_ current: String, _ new: String) async throws {
                try await store.changePassword(
                    of: ada, from: Password(current), to: Password(new), keeping: own.session, address: nil)
            }
            await expectFailure(.invalidCredentials) { try await change("wrong password", "new password") }
            await expectFailure(.invalidPassword) { try await change("right password", "short") }
            #expect(try store.authenticate(other.accessToken).person == ada)
            try await change("right password", "new password")
            await expectFailure(.sessionRevoked) { try store.authenticate(other.accessToken) }
            #expect(try store.authenticate(own.accessToken).person == ada)
            await expectFailure(.invalidCredentials) { try await store.logIn("ada", ada) }
            _ = try await store.logIn("ada", ada, "new password")
            try await store.resetPassword(Password("reset password"), of: ada)
            await expectFailure(.sessionRevoked) { try store.authenticate(own.accessToken) }
            _ = try await store.logIn("ada", ada, "reset password")
        }
    }

    @Test func aStolenSessionCanNotBeUsedToGuess() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            func change(_ current: String) async throws {
                try await store.changePassword(
                    of: ada, from: Password(current), to: Password("new password"), keeping: nil, address: nil)
            }
            for _ in 0..<6 { await expectFailure(.invalidCredentials) { try await change("wrong password") } }
            #expect(await wait { try await change("right password") } == .seconds(1))
            // Log-in is counted by name.
            _ = try await store.logIn("ada", ada)
        }
    }

    /// The session that a log-in opens must not outlive a password that was changed while it was being checked.
    @Test func aPasswordThatChangesMeanwhileOpensNothing() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            let attempt = try await store.check(
                Password("right password"), of: ada,
                countedFor: [.account(named: "ada", store.files.hashing, store.options)])
            try await store.resetPassword(Password("other password"), of: ada)
            await expectFailure(.invalidCredentials) {
                try await store.writer.write { transaction in try store.requireUnchanged(attempt, in: transaction) }
            }
            try await store.erase(ada, names: [])
            await expectFailure(.invalidCredentials) {
                try await store.writer.write { transaction in try store.requireUnchanged(attempt, in: transaction) }
            }
        }
    }

    @Test func failuresSlowAnAccountDown() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            await fail(6, store, ada)
            #expect(await wait { try await store.logIn("ada", ada) } == .seconds(1))
            #expect(await wait { try await store.logIn("ADA", ada) } == .seconds(1))
            _ = try await store.logIn("bob", ada)
            scratch.clock.advance(.seconds(1))
            await fail(1, store, ada)
            #expect(await wait { try await store.logIn("ada", ada) } == .seconds(2))
            scratch.clock.advance(.seconds(2))
            _ = try await store.logIn("ada", ada)
            // Forgiven by the right password.
            await fail(5, store, ada)
            _ = try await store.logIn("ada", ada)
        }
    }

    @Test func aRefusedAttemptCostsNothing() async throws {
        try await scratch.with { store in
            await fail(6, store, nil, as: "nobody")
            let before = store.hasher.evaluations.load(ordering: .relaxed)
            for _ in 0..<50 { #expect(await wait { try await store.logIn("nobody", nil) } == .seconds(1)) }
            #expect(store.hasher.evaluations.load(ordering: .relaxed) == before)
        }
    }

    @Test func failuresSlowAnAddressDown() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            for number in 0..<21 { await fail(1, store, nil, as: "name \(number)", from: "2001:db8:1:2::\(number)") }
            #expect(await wait { try await store.logIn("ada", ada, from: "2001:db8:1:2:9::") } == .seconds(1))
            _ = try await store.logIn("ada", ada, from: "2001:db8:1:3::")
            scratch.clock.advance(.seconds(1))
            // An account of one's own does not make the next guesses free; nor does its owner add to the count.
            _ = try await store.logIn("ada", ada, from: "2001:db8:1:2::")
            await fail(1, store, nil, as: "bob", from: "2001:db8:1:2::")
            #expect(await wait { try await store.logIn("ada", ada, from: "2001:db8:1:2::") } == .seconds(2))
        }
    }

    @Test func attemptsAtTheSameTimeAreCountedBeforeTheyAreMade() async throws {
        try await scratch.with { store in
            let codes = await withTaskGroup { group in
                for _ in 0..<40 { group.addTask { await code { try await store.logIn("nobody", nil) } } }
                return await group.reduce(into: [CredentialsError.Code?]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == .invalidCredentials }.count <= 6)
            #expect(store.hasher.evaluations.load(ordering: .relaxed) <= 6)
        }
    }

    /// An attempt is charged until it is settled: others at the same moment must not count it as a failure.
    @Test(arguments: [nil, "192.0.2.1"]) func theRightPasswordManyTimesAtOnceIsRightEachTime(
        address: String?
    ) async throws {
        try await scratch.with { store in
            let people = [("ada", try await store.register()), ("bob", try await store.register())]
            let codes = await withTaskGroup { group in
                for (name, person) in people {
                    for _ in 0..<40 {
                        group.addTask { await code { try await store.logIn(name, person, from: address) } }
                    }
                }
                return await group.reduce(into: [CredentialsError.Code?]()) { $0.append($1) }
            }
            #expect(codes.allSatisfy { $0 == nil }, "\(codes)")
        }
    }

    /// Between the charge and the hashing others may take the last room.
    @Test func whatIsBusyIsNoFailure() async throws {
        try await scratch.with({ options in
            options.hashesWaiting = 0
            options.hashingThreads = 1
        }) { store in
            let writing = DispatchSemaphore(value: 0)
            let hashing = DispatchSemaphore(value: 0)
            store.writer.writeLater { _ in _ = writing.wait(timeout: .now() + 5) }
            async let code = code { try await store.logIn("ada", nil, from: "192.0.2.1") }
            try await Task.sleep(for: .milliseconds(100))
            try store.hasher.pool.submit { _ = hashing.wait(timeout: .now() + 5) }
            writing.signal()
            #expect(await code == .busy)
            hashing.signal()
            let rows = try store.writer.read { transaction throws in try transaction.count(store.files.failures) }
            #expect(rows == 0)
        }
    }

    @Test func whatFindsNoRoomIsNotWritten() async throws {
        try await scratch.with({ options in
            options.hashesWaiting = 0
            options.hashingThreads = 1
        }) { store in
            let hashing = DispatchSemaphore(value: 0)
            try store.hasher.pool.submit { _ = hashing.wait(timeout: .now() + 5) }
            let before = try store.files.environment.information().lastTransaction
            for _ in 0..<10 { await expectFailure(.busy) { try await store.logIn("ada", nil) } }
            #expect(try store.files.environment.information().lastTransaction == before)
            hashing.signal()
        }
    }

    @Test func countsAreBoundedAndSwept() async throws {
        try await scratch.with({ $0.failureRows = 10 }) { store in
            await fail(6, store, nil, as: "nobody")
            for number in 0..<40 { await fail(1, store, nil, as: "name \(number)") }
            let rows = try store.writer.read { transaction in try transaction.count(store.files.failures) }
            #expect(rows == 10)
            // The one with most failures is not the one that was forgotten.
            #expect(await wait { try await store.logIn("nobody", nil) } != nil)
            scratch.clock.advance(.seconds(6 * 3_600 - 1))
            #expect(try await store.sweep().removed == 9)
            scratch.clock.advance(.seconds(1))
            #expect(try await store.sweep().removed == 1)
        }
    }
}
