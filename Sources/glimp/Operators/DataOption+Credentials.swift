import Credentials
import GlimpService

extension DataOption {
    /// Opens the credentials of the data directory, gives them to `body`, and closes them, whatever happens.
    func withCredentials<R>(_ body: (CredentialStore) async throws -> R) async throws -> R {
        try await withDirectory { try await $0.withCredentials(body) }
    }
}

extension GlimpDirectory {
    /// Opens its credentials, gives them to `body`, and closes them, whatever happens.
    func withCredentials<R>(_ body: (CredentialStore) async throws -> R) async throws -> R {
        var options = CredentialsOptions()
        options.creates = true
        options.pepper = keys.credentialsPepper
        let credentials = try CredentialStore(at: path + "/credentials", options: options)
        defer { credentials.close() }
        return try await body(credentials)
    }
}

extension OperatorStore {
    /// Who is called so and may act.
    func named(_ name: String) throws -> Operator {
        guard let someone = try list().first(where: { $0.name == name && $0.revoked == nil }) else {
            throw Failure(.refused, "there is no operator \(name)")
        }
        return someone
    }
}
