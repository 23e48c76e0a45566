import Crypto
import CryptoExtras
import Foundation
import Synchronization
import Testing

@testable import Credentials

@Suite struct PasswordTests {
    @Test(arguments: [
        ("1234567", false), ("12345678", true), ("éééééééé", true), ("e\u{301}e\u{301}e\u{301}e\u{301}", false),
        ("", false), (String(repeating: "a", count: 1_024), true), (String(repeating: "a", count: 1_025), false),
        (String(repeating: "é", count: 513), false), (String(repeating: "a", count: 1 << 20), false),
        // 1,024 bytes once composed.
        (String(repeating: "e\u{301}", count: 512), true),
    ])
    func limitsAreThose(_ text: String, _ isChosen: Bool) async {
        #expect(await code { try Password(text).chosen() } == (isChosen ? nil : .invalidPassword))
    }

    @Test func oneTextInSeveralSpellingsIsOnePassword() {
        #expect(Password("pass\u{E9}word").checked == Password("passe\u{301}word").checked)
        // The Ångström sign is the letter.
        #expect(Password("\u{212B}").checked == Array("\u{C5}".utf8))
        #expect(Password("x²").checked != Password("x2").checked)
        #expect(Password("ﬁ").checked != Password("fi").checked)
    }

    /// RFC 7914, section 12.
    @Test func theHashIsScrypt() throws {
        let expected = "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        let hash = try PasswordHash.make(
            of: Array("password".utf8), ScryptParameters(logN: 10, r: 8, p: 16), salt: Array("NaCl".utf8))
        #expect(hash.hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test func theStoredFormIsReadBack() throws {
        let salt = [UInt8](0..<16)
        let hash = try PasswordHash.make(of: [1, 2, 3], ScryptParameters(logN: 4, r: 2, p: 3), salt: salt)
        #expect(try PasswordHash(stored: hash.stored) == hash)
        #expect(String(decoding: hash.stored, as: UTF8.self).hasPrefix("$scrypt$ln=4,r=2,p=3$AAECAwQFBgcICQoLDA0ODw$"))
        #expect(try hash.isHash(of: [1, 2, 3]))
        #expect(try !hash.isHash(of: [1, 2, 4]))
    }

    @Test(arguments: [
        "", "$scrypt$", "scrypt$ln=4,r=8,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$ln=4,r=8,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$scrypt$ln=63,r=8,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$scrypt$ln=4,r=9999,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$scrypt$ln=4,r=8,p=1$AAECAwQFBgc$AAEC", "$scrypt$ln=4,r=8$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$scrypt$ln=4,r=8,p=1$*$AAECAwQFBgcICQoLDA0ODw",
    ])
    func whatIsNoHashIsDamaged(_ text: String) async {
        await expectFailure(.corrupted) { try PasswordHash(stored: Array(text.utf8)) }
    }

    @Test func todaysParametersAreThose() {
        let today = ScryptParameters()
        #expect(today.memory == 32 << 20)
        #expect(ScryptParameters(logN: 14).isWeaker(than: today))
        #expect(ScryptParameters(logN: 14, r: 8, p: 4).isWeaker(than: today))
        #expect(!ScryptParameters(logN: 16).isWeaker(than: today))
        #expect(!today.isWeaker(than: today))
    }
}

/// What checking costs, counted.
@Suite struct PasswordHasherTests {
    private func options(_ logN: Int = 6) -> CredentialsOptions {
        var options = CredentialsOptions()
        options.scrypt = ScryptParameters(logN: logN)
        options.hashingThreads = 1
        return options
    }

    private func cost(_ hasher: PasswordHasher, _ password: [UInt8]?, _ stored: PasswordHash?) async throws -> [Int] {
        let before = [hasher.evaluations.load(ordering: .relaxed), hasher.work.load(ordering: .relaxed)]
        #expect(try await !hasher.check(password, against: stored).isCorrect)
        let after = [hasher.evaluations.load(ordering: .relaxed), hasher.work.load(ordering: .relaxed)]
        return zip(after, before).map { $0 - $1 }
    }

    @Test func aNameThatNobodyHasCostsWhatAWrongPasswordCosts() async throws {
        let hasher = try PasswordHasher(options())
        defer { hasher.close() }
        let stored = try await hasher.hash([1])
        let one = [1, ScryptParameters(logN: 6).work]
        #expect(try await cost(hasher, [2], stored) == one)
        #expect(try await cost(hasher, [2], nil) == one)
        #expect(try await cost(hasher, nil, stored) == one)
        #expect(try await cost(hasher, nil, nil) == one)
    }

    @Test(arguments: [2, 4, 5]) func anOldHashCostsTheSameWork(_ logN: Int) async throws {
        let hasher = try PasswordHasher(options())
        defer { hasher.close() }
        let old = try PasswordHash.make(of: [1], ScryptParameters(logN: logN), salt: Array(repeating: 7, count: 16))
        #expect(try await cost(hasher, [2], old)[1] == ScryptParameters(logN: 6).work)
    }

    @Test func theDummyIsNobodys() async throws {
        let hasher = try PasswordHasher(options())
        defer { hasher.close() }
        #expect(try await !hasher.check([], against: nil).isCorrect)
    }

    @Test func beyondTheQueueIsBusy() async throws {
        var options = options(12)
        options.hashesWaiting = 2
        let hasher = try PasswordHasher(options)
        defer { hasher.close() }
        let results = await withTaskGroup { group in
            for _ in 0..<12 { group.addTask { await code { try await hasher.hash([1]) } } }
            return await group.reduce(into: [CredentialsError.Code?]()) { $0.append($1) }
        }
        #expect(results.filter { $0 == .busy }.count >= 1)
        #expect(results.filter { $0 == nil }.count >= 3)
        #expect(results.allSatisfy { $0 == nil || $0 == .busy })
    }

    @Test func noMoreThanTheThreadsWorkAtOnce() async throws {
        let pool = try WorkerPool("test", threads: 2, waiting: 100)
        let gauge = Gauge()
        try await withThrowingTaskGroup { group in
            for _ in 0..<40 {
                group.addTask {
                    try await pool.run {
                        gauge.most.max(gauge.now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                        usleep(2_000)
                        gauge.now.subtract(1, ordering: .relaxed)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(gauge.most.load(ordering: .relaxed) == 2)
        pool.close()
        await expectFailure(.inputOutput) { try await pool.run {} }
    }
}

/// How many are at work.
final class Gauge: Sendable {
    let now = Atomic<Int>(0)
    let most = Atomic<Int>(0)
}
