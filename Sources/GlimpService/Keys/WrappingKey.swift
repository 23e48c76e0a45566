import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain

/// The key that persons' keys are wrapped with: AES-256-GCM with a random nonce, bound to the person.
struct WrappingKey: Sendable {
    /// The first byte of a wrapped key: the number of its form. Nonce, ciphertext and tag follow.
    private static let form: UInt8 = 1

    private let key: SymmetricKey

    init(_ key: SymmetricKey) { self.key = key }

    func wrap(_ data: SymmetricKey, of person: UserID) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            data.withUnsafeBytes { Array($0) }, using: key, authenticating: Self.subject(person))
        return [Self.form] + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// - Throws: ``EventLogError`` `newer_format`; `corrupted` for what was wrapped with another key, or for another.
    func unwrap(_ wrapped: [UInt8], of person: UserID) throws(EventLogError) -> SymmetricKey {
        guard wrapped.first ?? 0 <= Self.form else {
            throw EventLogError(.newerFormat, "the key of person \(person) was written by a newer version")
        }
        guard let box = try? AES.GCM.SealedBox(combined: wrapped.dropFirst()),
            let data = try? AES.GCM.open(box, using: key, authenticating: Self.subject(person)), data.count == 32
        else {
            throw EventLogError(
                .corrupted,
                "the key of person \(person) does not fit the wrapping.key beside it: restore keys/ as a whole")
        }
        return SymmetricKey(data: data)
    }

    private static func subject(_ person: UserID) -> [UInt8] {
        Array("glimp person key v1".utf8) + person.rawValue.bytes
    }
}
