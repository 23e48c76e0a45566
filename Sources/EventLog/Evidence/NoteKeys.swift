import Crypto
import FoundationEssentials

/// The public key of who signs notes, with its name: what a verifier has to have from somewhere it trusts.
///
/// Printed as C2SP's `vkey`: name, key id in hex, and base64 of the signature type and the key, with `+` between.
/// Ed25519 only (signature type 0x01). Source: C2SP signed-note, and golang.org/x/mod/sumdb/note for the printed form.
public struct NoteVerifier: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    /// The first four bytes of a hash of name and key.
    public let id: UInt32
    private let key: [UInt8]

    static let ed25519: UInt8 = 0x01

    /// nil: `name` is none that a key may have.
    init?(name: String, key: [UInt8]) {
        guard Self.isName(name) else { return nil }
        self.name = name
        self.key = key
        let hash = SHA256.hash(data: Array(name.utf8) + [0x0A, Self.ed25519] + key)
        id = hash.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
    }

    /// - Throws: ``EventLogError`` `invalid_proof`: it is no vkey of an Ed25519 key.
    public init(_ text: String) throws(EventLogError) {
        // Base64 may have a plus too: what is left of the first two are name and id.
        let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = [UInt8](base64: parts[2]), bytes.count == 33,
            bytes.first == Self.ed25519,
            let verifier = NoteVerifier(name: String(parts[0]), key: Array(bytes.dropFirst())),
            verifier.hexID == parts[1]
        else {
            throw EventLogError(
                .invalidProof, "`\(text.prefix(200))` is no vkey of an Ed25519 key: it is `NAME+ID+BASE64`")
        }
        self = verifier
    }

    /// Not empty, without spaces, control characters and plus (C2SP signed-note, *Format*); of at most 255 bytes.
    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255
            && !name.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "+" || $0.value < 0x20 }
    }

    /// Eight hexadecimal digits.
    public var hexID: String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The vkey.
    public var description: String { "\(name)+\(hexID)+\(([Self.ed25519] + key).base64)" }

    func isValid(_ signature: [UInt8], for text: String) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: key) else { return false }
        return key.isValidSignature(signature, for: Array(text.utf8))
    }
}

/// A key that signs notes. Prints as *redacted*.
struct NoteSigner: Sendable, CustomStringConvertible {
    private let key: Curve25519.Signing.PrivateKey
    let verifier: NoteVerifier
    private static let prefix = "PRIVATE+KEY+"

    /// A new one; nil: `name` is none that a key may have.
    init?(name: String) { self.init(name: name, key: Curve25519.Signing.PrivateKey()) }

    private init?(name: String, key: Curve25519.Signing.PrivateKey) {
        guard let verifier = NoteVerifier(name: name, key: Array(key.publicKey.rawRepresentation)) else { return nil }
        self.key = key
        self.verifier = verifier
    }

    /// nil: no private key in the form of ``stored``.
    init?(stored text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: "+", maxSplits: 2)
        guard parts.count == 3, let bytes = [UInt8](base64: parts[2]), bytes.count == 33,
            bytes.first == NoteVerifier.ed25519,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes.dropFirst())
        else { return nil }
        self.init(name: String(parts[0]), key: key)
        guard verifier.hexID == parts[1] else { return nil }
    }

    /// As golang.org/x/mod/sumdb/note keeps private keys.
    var stored: String {
        let bytes = [NoteVerifier.ed25519] + Array(key.rawRepresentation)
        return "\(Self.prefix)\(verifier.name)+\(verifier.hexID)+\(bytes.base64)"
    }

    var description: String { "redacted" }

    func sign(_ text: String) throws -> SignedNote.Signature {
        let bytes = try key.signature(for: Array(text.utf8))
        return SignedNote.Signature(name: verifier.name, id: verifier.id, bytes: Array(bytes))
    }
}
