import Crypto
import FoundationEssentials

/// The keys of a Web Push subscription (RFC 8291, section 2): a phone's public key, and the secret it shares.
struct PushKeys: Sendable {
    let publicKey: P256.KeyAgreement.PublicKey
    let authentication: Data

    /// - Throws: `invalid_keys`.
    init(publicKey: Data, authentication: Data) throws(OutboxError) {
        guard publicKey.count == 65, let key = try? P256.KeyAgreement.PublicKey(x963Representation: publicKey) else {
            throw OutboxError(.invalidKeys, "`p256dh` is no uncompressed point of P-256, 65 bytes in base64url.")
        }
        guard authentication.count == 16 else {
            throw OutboxError(.invalidKeys, "`auth` has not 16 bytes, in base64url.")
        }
        self.publicKey = key
        self.authentication = authentication
    }

    /// As a browser gives them: base64url.
    init(p256dh: String, auth: String) throws(OutboxError) {
        try self.init(
            publicKey: Data(base64URL: p256dh) ?? Data(), authentication: Data(base64URL: auth) ?? Data())
    }
}

extension Data {
    /// RFC 4648, section 5, with or without padding.
    init?(base64URL text: String) {
        let plain = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }.filter { $0 != "=" }
        self.init(base64Encoded: String(plain) + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }

    /// RFC 4648, section 5, without padding.
    var base64URL: String {
        String(base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}
