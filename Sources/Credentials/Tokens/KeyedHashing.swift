import Crypto

/// Hashes of what is looked up but may not be stored: HMAC-SHA256, each purpose under a key of its own (HKDF, RFC 5869).
struct KeyedHashing: Sendable {
    private let tokenKey: SymmetricKey
    private let failureKey: SymmetricKey
    private let rotationKey: SymmetricKey

    /// - Throws: `corrupted` when the directory was made with another pepper.
    init(_ header: CredentialHeader, pepper: SymmetricKey?, directory: String) throws(CredentialsError) {
        let root = pepper ?? SymmetricKey(data: header.key)
        guard isEqualInConstantTime(Self.check(root), header.keyCheck) else {
            throw CredentialsError(
                .corrupted,
                "\(directory) was made with another key, so no token in it could be recognised: "
                    + "restore keys/ and credentials/ together")
        }
        tokenKey = Self.derive(root, "glimp credential tokens v1")
        failureKey = Self.derive(root, "glimp credential failures v1")
        rotationKey = Self.derive(root, "glimp credential rotation v1")
    }

    private static func derive(_ root: SymmetricKey, _ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Array(purpose.utf8), outputByteCount: 32)
    }

    /// 16 bytes that tell this key from others.
    static func check(_ root: SymmetricKey) -> [UInt8] {
        derive(root, "glimp credential key check v1").withUnsafeBytes { Array($0.prefix(16)) }
    }

    /// 32 bytes: where a token is found.
    func token(_ secret: [UInt8]) -> [UInt8] { Array(HMAC<SHA256>.authenticationCode(for: secret, using: tokenKey)) }

    /// 16 bytes: where the failures of a name, person or address are counted.
    func failure(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: [kind] + content, using: failureKey).prefix(16))
    }

    /// 32 bytes that follow from a refresh token and a salt, and that nobody can tell who lacks one of them or the key.
    func successor(_ kind: UInt8, of refreshSecret: [UInt8], salt: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: [kind] + salt + refreshSecret, using: rotationKey))
    }
}
