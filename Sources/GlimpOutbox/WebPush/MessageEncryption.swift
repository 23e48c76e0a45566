import Crypto
import FoundationEssentials

/// Message encryption for Web Push (RFC 8291): one record of aes128gcm (RFC 8188) that only the phone can read.
enum MessageEncryption {
    /// What a push service has to take (RFC 8030, section 7.2).
    static let mostBytes = 4_096
    /// Salt, record size, length of the key, key; the delimiter and the tag.
    private static let overhead = 16 + 4 + 1 + 65 + 1 + 16
    static let mostContent = mostBytes - overhead

    /// - Parameters:
    ///   - content: at most ``mostContent`` bytes.
    ///   - sender: a key for this message only.
    ///   - salt: 16 random bytes, for this message only.
    static func encrypt(
        _ content: [UInt8], for keys: PushKeys, sender: P256.KeyAgreement.PrivateKey = .init(),
        salt: Data = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    ) throws -> [UInt8] {
        precondition(content.count <= mostContent, "more than one record")
        let (own, theirs) = (sender.publicKey.x963Representation, keys.publicKey.x963Representation)
        let shared = try sender.sharedSecretFromKeyAgreement(with: keys.publicKey)
        // Section 3.3 and 3.4: bound to both keys, then to the salt.
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: keys.authentication, sharedInfo: Data("WebPush: info\0".utf8) + theirs + own,
            outputByteCount: 32)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input, salt: salt, info: Data(info.utf8), outputByteCount: count)
        }
        let nonce = derive("Content-Encoding: nonce\0", 12).withUnsafeBytes { Data($0) }
        // 2: the delimiter of the last record.
        let box = try AES.GCM.seal(
            content + [2], using: derive("Content-Encoding: aes128gcm\0", 16), nonce: AES.GCM.Nonce(data: nonce))
        let recordSize = withUnsafeBytes(of: UInt32(mostBytes).bigEndian) { Array($0) }
        return Array(salt) + recordSize + [UInt8(own.count)] + Array(own) + Array(box.ciphertext) + Array(box.tag)
    }
}
