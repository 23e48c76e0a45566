public import Crypto
import EventLog
public import GlimpDomain
public import GlimpReadModels

/// The keys of a data directory: `keys/hashing.key`, 32 random bytes, never in the log and never in its backups.
///
/// With another key every username and email would look free, so a directory whose log has events and whose key is
/// missing, or another's, is refused.
public struct KeyStore: Sendable {
    // With the key taken in already: a copy of it is half the work of another.
    private let tagHash: HMAC<SHA256>
    private let bodyHash: HMAC<SHA256>
    private let keyedTerms: HMAC<SHA256>
    /// What tokens, names and addresses of the credentials are hashed with.
    public let credentialsPepper: SymmetricKey
    /// Of what is told in lists to readers who see a part of them.
    public let cursorSeal: CursorSeal

    static func file(_ directory: String) -> String { directory + "/keys/hashing.key" }

    /// Makes the keys of a new data directory.
    static func create(in directory: String) throws {
        try FileSystem.makeDirectory(directory + "/keys")
        let key = SymmetricKey(size: .bits256)
        try FileSystem.replace(file(directory), with: key.withUnsafeBytes { Array($0) })
        try PersonKeys.create(in: directory + "/keys")
        try FileSystem.sync(directory)
    }

    /// - Throws: ``EventLogError`` `not_found` when the key is missing, `corrupted` when it is none.
    package init(directory: String) throws {
        let file = Self.file(directory)
        guard let bytes = try FileSystem.read(file) else {
            throw EventLogError(
                .notFound,
                "\(file) is missing; without it every name would look free: restore keys/ from where it is kept")
        }
        guard bytes.count == 32 else {
            throw EventLogError(.corrupted, "\(file) has \(bytes.count) bytes; a key has 32: restore keys/")
        }
        let root = SymmetricKey(data: bytes)
        tagHash = HMAC(key: Self.derive(root, "glimp tag hashing v1"))
        bodyHash = HMAC(key: Self.derive(root, "glimp command body v1"))
        keyedTerms = HMAC(key: Self.derive(root, "glimp search terms v1"))
        credentialsPepper = Self.derive(root, "glimp credentials v1")
        cursorSeal = .keyed(Self.derive(root, "glimp cursors v1"), nonces: Self.derive(root, "glimp cursor nonces v1"))
    }

    /// HKDF (RFC 5869): each purpose has a key of its own.
    private static func derive(_ root: SymmetricKey, _ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Array(purpose.utf8), outputByteCount: 32)
    }

    /// For the tags of usernames, addresses and media: 16 bytes of HMAC-SHA256.
    public var hasher: KeyedHasher {
        let keyed = tagHash
        return KeyedHasher { Self.digest($0, keyed) }
    }

    /// For the receipt of a command: 16 bytes of HMAC-SHA256.
    public func bodyDigest(_ input: [UInt8]) -> [UInt8] { Self.digest(input, bodyHash) }

    /// For the words and tags under which photos are found, in rows: 16 bytes of HMAC-SHA256, as hexadecimal digits.
    package var termHash: @Sendable (String) -> String {
        let keyed = keyedTerms
        return { Hex.text(Self.digest(Array($0.utf8), keyed)) }
    }

    private static func digest(_ input: [UInt8], _ keyed: HMAC<SHA256>) -> [UInt8] {
        var hash = keyed
        hash.update(data: input)
        return Array(hash.finalize().prefix(16))
    }
}
