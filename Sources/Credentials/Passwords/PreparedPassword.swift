/// A password that may be chosen, hashed.
public struct PreparedPassword: Sendable {
    let hash: PasswordHash
}
