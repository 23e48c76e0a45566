import Crypto
import Foundation
import LMDB
import Testing

@testable import Credentials

@Suite struct StoreTests {
    let scratch: ScratchStore
    init() throws { scratch = try ScratchStore() }

    @Test func aStoreIsMadeWholeOrNotAtAll() async throws {
        await expectFailure(.inputOutput) { try scratch.open { $0.creates = false } }
        try await scratch.with { _ in }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.root) == ["credentials"])
        // A file that is no store is not filled.
        let other = scratch.root + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: other + "/notes"))
        var options = CredentialsOptions()
        options.creates = true
        await expectFailure(.inputOutput) { try CredentialStore(at: other, options: options) }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: scratch.root)) == ["credentials", "other"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["notes"])
    }

    @Test func anEmptyDirectoryIsFilled() async throws {
        try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
        try await scratch.with { store in _ = try await store.register() }
    }

    @Test func whatWasAcknowledgedIsThereAgain() async throws {
        let ada = UUID()
        var grant: SessionGrant?
        try await scratch.with { store in
            try await store.resetPassword(Password("right password"), of: ada)
            grant = try await store.logIn("ada", ada)
        }
        try await scratch.with { store in
            #expect(try store.authenticate(#require(grant).accessToken).person == ada)
            _ = try await store.logIn("ada", ada)
        }
    }

    @Test func oneProcessOpensItOnce() async throws {
        try await scratch.with { _ in await expectFailure(.inputOutput) { try scratch.open() } }
    }

    @Test func whatIsClosedSaysSo() async throws {
        let store = try scratch.open()
        let grant = try await store.openSession(for: UUID(), label: "")
        store.close()
        await expectFailure(.inputOutput) { try store.authenticate(grant.accessToken) }
        await expectFailure(.inputOutput) { try await store.openSession(for: UUID(), label: "") }
        await expectFailure(.inputOutput) { try await store.logIn("ada", UUID()) }
    }

    @Test func anotherPepperIsNoticed() async throws {
        let pepper = SymmetricKey(size: .bits256)
        let grants = try await withGrant(pepper)
        await expectFailure(.corrupted) { try scratch.open() }
        await expectFailure(.corrupted) { try scratch.open { $0.pepper = SymmetricKey(size: .bits256) } }
        try await scratch.with({ $0.pepper = pepper }) { store in
            _ = try store.authenticate(grants.accessToken)
        }
    }

    private func withGrant(_ pepper: SymmetricKey) async throws -> SessionGrant {
        let store = try scratch.open { $0.pepper = pepper }
        defer { store.close() }
        return try await store.openSession(for: UUID(), label: "")
    }

    @Test(arguments: [2, 0, -1] as [Int64])
    func aNewerFormatIsRefused(_ format: Int64) async throws {
        try await scratch.with { _ in }
        try change { header in
            header.replaceSubrange(0..<8, with: withUnsafeBytes(of: format.bigEndian) { Array($0) })
        }
        await expectFailure(format > 1 ? .newerFormat : .corrupted) { try scratch.open() }
    }

    @Test func aHeaderThatIsCutShortIsDamaged() async throws {
        try await scratch.with { _ in }
        try change { $0.removeLast() }
        await expectFailure(.corrupted) { try scratch.open() }
    }

    private func change(_ body: (inout [UInt8]) -> Void) throws {
        let environment = try Environment(directory: scratch.path)
        defer { environment.close() }
        let meta: Table<String> = try environment.openTable(TableDefinition("meta"))
        try environment.write { transaction throws in
            var header = try #require(try transaction.get("credentials", in: meta)?.bytes)
            body(&header)
            try transaction.put(header, for: "credentials", in: meta)
        }
    }

    /// Not as text, not as bytes, not in pages that are free again.
    @Test func noSecretIsInTheFile() async throws {
        var secrets: [[UInt8]] = []
        try await scratch.with { store in
            let ada = try await store.register("a password to be found")
            secrets = ["a password to be found", "Ada.Lovelace", "2001:db8:1:2::"].map { Array($0.utf8) }
            await expectFailure(.invalidCredentials) {
                try await store.logIn("Ada.Lovelace", ada, "another password to be found", from: "2001:db8:1:2::7")
            }
            secrets += [Array("another password to be found".utf8), Array("ada.lovelace".utf8)]
            secrets.append([0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2])
            var grant = try await store.logIn("Ada.Lovelace", ada, "a password to be found", from: "2001:db8:1:2::7")
            for _ in 0..<5 {
                secrets += [grant.accessToken.secret, grant.refreshToken.secret, grant.refreshToken.family]
                secrets.append(Array(grant.refreshToken.secret.suffix(32)))
                secrets += [Array(grant.accessToken.text.utf8), Array(grant.refreshToken.text.utf8)]
                grant = try await store.refresh(grant.refreshToken)
            }
            let account = try await store.operators.create(name: "ops", scopes: [.operate])
            let token = try await store.operators.makeToken(for: account.id, label: "laptop").token
            secrets += [token.secret, Array(token.text.utf8)]
        }
        let file = try Data(contentsOf: URL(filePath: scratch.path + "/data.mdb"))
        // What is there is found.
        #expect(file.range(of: Data("$scrypt$ln=4".utf8)) != nil)
        for secret in secrets { #expect(file.range(of: Data(secret)) == nil) }
    }

    @Test func errorsTellNoSecret() async throws {
        try await scratch.with { store in
            let ada = try await store.register()
            let token = AccessToken(secret: Array(repeating: 0xAB, count: 32))
            let attempts: [() async throws -> Void] = [
                { _ = try store.authenticate(token) }, { _ = try AccessToken("ga_sesame") },
                { _ = try await store.logIn("sesame-name", ada, "sesame password", from: "192.0.2.171") },
                { _ = try await store.prepare(Password("sesame")) },
                { _ = try PasswordHash(stored: Array("$scrypt$sesame".utf8)) },
                { _ = try await store.operators.create(name: String(repeating: "sesame", count: 50), scopes: []) },
            ]
            for attempt in attempts {
                for _ in 0..<7 {
                    do {
                        try await attempt()
                        Issue.record("it succeeded")
                    } catch {
                        let shown = "\(error) \(String(reflecting: error))"
                        #expect(error is CredentialsError)
                        #expect(
                            !["sesame", "192.0", token.text, ada.uuidString].contains { shown.contains($0) }, "\(shown)"
                        )
                    }
                }
            }
        }
    }

    @Test func aFullFileFailsAndIsRead() async throws {
        try await scratch.with({ $0.mapSize = 1 << 20 }) { store in
            let ada = UUID()
            let grant = try await store.openSession(for: ada, label: "")
            var failure: CredentialsError.Code?
            for _ in 0..<5_000 where failure == nil {
                failure = await code { try await store.openSession(for: UUID(), label: "") }
            }
            #expect(failure == .inputOutput)
            #expect(try store.authenticate(grant.accessToken).person == ada)
        }
    }
}
