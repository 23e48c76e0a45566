import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain

/// Seals small values with persons' keys, for one purpose (Schemas/SEALED.md): AES-256-GCM with a random nonce.
///
/// What is large, or read in parts, has a sealed file.
package struct PersonSeal: Sendable {
    /// The first byte of a sealed value: the number of its form. Nonce, ciphertext and tag follow.
    private static let form: UInt8 = 1

    private let purpose: String
    private let keys: PersonKeys

    /// - Parameter purpose: what is sealed; for another purpose the same person has another key.
    package init(_ purpose: String, with keys: PersonKeys) {
        self.purpose = purpose
        self.keys = keys
    }

    /// Must run to its end on one thread: a person who has no key is given one.
    /// - Parameter name: of the value. It opens under this name only.
    package func seal(_ value: [UInt8], of person: UserID, as name: [UInt8]) throws(EventLogError) -> [UInt8] {
        try Self.seal(value, of: person, as: name, with: key(try keys.makeKey(of: person)))
    }

    /// - Throws: ``EventLogError``: `not_found` when the person's key is gone; `newer_format`; `corrupted` for what was
    ///   altered, or sealed for another person, purpose or name.
    package func open(_ sealed: [UInt8], of person: UserID, as name: [UInt8]) throws(EventLogError) -> [UInt8] {
        try Self.open(sealed[...], of: person, as: name, with: key(try keys.key(of: person)))
    }

    /// The key for values of this purpose.
    func key(_ person: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: person, info: Array("glimp value v1 \(purpose)".utf8), outputByteCount: 32)
    }

    static func seal(
        _ value: [UInt8], of person: UserID, as name: [UInt8], with key: SymmetricKey
    ) throws(EventLogError) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(value, using: key, authenticating: name)
            return [Self.form] + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw EventLogError(.inputOutput, "a value of person \(person) can't be sealed: \(error)")
        }
    }

    static func open(
        _ sealed: ArraySlice<UInt8>, of person: UserID, as name: [UInt8], with key: SymmetricKey
    ) throws(EventLogError) -> [UInt8] {
        guard sealed.first ?? 0 <= Self.form else {
            throw EventLogError(.newerFormat, "a value of person \(person) was sealed by a newer version")
        }
        guard sealed.first == Self.form, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let value = try? AES.GCM.open(box, using: key, authenticating: name)
        else { throw EventLogError(.corrupted, "a value of person \(person) does not open with their key") }
        return Array(value)
    }
}
