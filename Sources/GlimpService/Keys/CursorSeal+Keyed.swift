import Crypto
import GlimpDomain
import GlimpReadModels

extension CursorSeal {
    /// AES-256-GCM. The nonce is a keyed hash of viewer and content, so that the same gives the same; the same nonce for
    /// two contents would need a collision of 96 bits of HMAC-SHA256.
    static func keyed(_ key: SymmetricKey, nonces: SymmetricKey) -> CursorSeal {
        CursorSeal(
            seal: { content, viewer in
                let subject = viewer.rawValue.bytes
                let nonce = Array(HMAC<SHA256>.authenticationCode(for: subject + content, using: nonces).prefix(12))
                let box = try AES.GCM.seal(
                    content, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: subject)
                return nonce + Array(box.ciphertext) + Array(box.tag)
            },
            open: { sealed, viewer in
                guard let box = try? AES.GCM.SealedBox(combined: sealed),
                    let content = try? AES.GCM.open(box, using: key, authenticating: viewer.rawValue.bytes)
                else { return nil }
                return Array(content)
            })
    }
}
