// Foundation, because FoundationEssentials has no normalisation.
import Foundation

/// A password in clear, on its way to be hashed.
///
/// Normalised to NFC (RFC 8265, *OpaqueString*): keyboards compose letters differently, and a person has to be let in
/// from each of them. Not NFKC, which would make different passwords one: `x²` and `x2`.
public struct Password: Sendable, Redacted {
    /// Characters as a person counts them.
    public static let minimumCharacters = 8
    /// Of UTF-8, normalised.
    public static let maximumBytes = 1_024

    /// nil: longer than any password may be.
    private let normalized: String?

    public init(_ text: String) {
        // Bounded before work is put into it. NFC takes at most three times less room than what it came from.
        guard text.utf8.count <= 3 * Self.maximumBytes else {
            normalized = nil
            return
        }
        let composed = text.precomposedStringWithCanonicalMapping
        normalized = composed.utf8.count <= Self.maximumBytes ? composed : nil
    }

    /// What is hashed when a password is chosen.
    /// - Throws: `invalid_password`.
    func chosen() throws(CredentialsError) -> [UInt8] {
        guard let normalized else {
            throw CredentialsError(.invalidPassword, "a password has at most \(Self.maximumBytes) bytes of UTF-8")
        }
        guard normalized.count >= Self.minimumCharacters else {
            throw CredentialsError(.invalidPassword, "a password has at least \(Self.minimumCharacters) characters")
        }
        return Array(normalized.utf8)
    }

    /// What is hashed when a password is checked; nil when it can't be anyone's. A short one is checked like any other:
    /// it may be older than the limit.
    var checked: [UInt8]? { normalized.map { Array($0.utf8) } }
}
