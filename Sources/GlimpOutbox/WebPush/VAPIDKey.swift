import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import Glibc
import Synchronization

/// The key by which push services know this directory (RFC 8292): `keys/vapid.key`, a private key of P-256, made when
/// it is first needed. Phones subscribe with its public key, so another key ends every subscription there is.
struct VAPIDKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// How long a token is good for: less than the day that services grant.
    private static let lifetime: Int64 = 12 * 3_600

    init(_ key: P256.Signing.PrivateKey) { self.key = key }

    /// - Parameter directory: `keys/` of a data directory.
    /// - Throws: ``EventLogError``.
    init(in directory: String) throws(EventLogError) {
        let file = directory + "/vapid.key"
        if let bytes = try FileSystem.read(file) {
            self = try Self.read(bytes, file)
            return
        }
        let aside = "\(file).\(FreshID.make().canonicalText).new"
        try FileSystem.replace(aside, with: Array(P256.Signing.PrivateKey().rawRepresentation))
        defer { FileSystem.remove(aside) }
        // The loser of a race takes the winner's.
        guard link(aside, file) == 0 || errno == EEXIST else { throw FileSystem.failure("link", file) }
        try FileSystem.sync(directory)
        self = try Self.read(try FileSystem.read(file) ?? [], file)
    }

    private static func read(_ bytes: [UInt8], _ file: String) throws(EventLogError) -> VAPIDKey {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else {
            throw EventLogError(.corrupted, "\(file) is no key: restore it; phones are subscribed with it")
        }
        return VAPIDKey(key)
    }

    /// What phones subscribe with, as `applicationServerKey`: an uncompressed point in base64url.
    var publicText: String { key.publicKey.x963Representation.base64URL }

    private struct Header: Encodable {
        var typ = "JWT"
        var alg = "ES256"
    }

    private struct Claims: Encodable {
        var aud: String
        var exp: Int64
        var sub: String?
    }

    /// What `Authorization` says.
    /// - Parameters:
    ///   - audience: the push service's origin.
    ///   - contact: empty: none.
    func authorization(for audience: String, contact: String, at now: Timestamp) throws -> String {
        let claims = Claims(aud: audience, exp: now.seconds + Self.lifetime, sub: contact.isEmpty ? nil : contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let text = try encoder.encode(Header()).base64URL + "." + encoder.encode(claims).base64URL
        let signature = try key.signature(for: Data(text.utf8)).rawRepresentation.base64URL
        return "vapid t=\(text).\(signature), k=\(publicText)"
    }
}

/// `keys/vapid.key`, read or made once by a process.
final class VAPIDKeyFile: Sendable {
    private let directory: String
    private let loaded = Mutex<VAPIDKey?>(nil)

    init(_ directory: String) { self.directory = directory }

    func key() throws(EventLogError) -> VAPIDKey {
        try loaded.withLock { loaded throws(EventLogError) in
            if let key = loaded { return key }
            let key = try VAPIDKey(in: directory)
            loaded = key
            return key
        }
    }
}
