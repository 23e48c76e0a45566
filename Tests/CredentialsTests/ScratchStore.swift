import Crypto
import Foundation
import Synchronization
import Testing

@testable import Credentials

/// A wall clock that stands until it is moved.
final class ManualClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { time.withLock { $0 } }
    func advance(_ duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

/// A directory of one test's own for a store, gone with it.
final class ScratchStore: Sendable {
    let root: String
    let clock = ManualClock()
    var path: String { root + "/credentials" }

    init() throws {
        root = NSTemporaryDirectory() + "/credentials-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func open(_ change: (inout CredentialsOptions) -> Void = { _ in }) throws -> CredentialStore {
        var options = CredentialsOptions()
        options.creates = true
        options.scrypt = ScryptParameters(logN: 4)
        options.mapSize = 1 << 28
        options.now = { [clock] in clock.now }
        change(&options)
        return try CredentialStore(at: path, options: options)
    }

    /// Opens the store, runs `body`, and closes it whatever happens.
    func with(
        _ change: (inout CredentialsOptions) -> Void = { _ in }, _ body: (CredentialStore) async throws -> Void
    ) async throws {
        let store = try open(change)
        defer { store.close() }
        try await body(store)
    }
}

extension CredentialStore {
    /// Waits for the writes that nobody waits for.
    func settleWrites() async throws { try await writer.write { _ in } }

    func logIn(
        _ name: String = "ada", _ person: UUID?, _ password: String = "right password", from address: String? = nil
    ) async throws -> SessionGrant {
        try await logIn(
            LogIn(
                name: name, person: person, password: Password(password), address: address.flatMap(ClientAddress.init),
                label: "test"))
    }

    /// A person with a password.
    func register(_ password: String = "right password") async throws -> UUID {
        let person = UUID()
        #expect(try await setFirstPassword(prepare(Password(password)), of: person))
        return person
    }
}
