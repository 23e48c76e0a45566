/// What a client exchanges for new tokens: `gr_`, 16 bytes that stay the same while the session lives, and 32 that
/// change each time. Whoever knows the first and not the second once had a token of this session: so an old one is
/// recognised however old it is, and nothing has to be kept of it.
public struct RefreshToken: Hashable, Sendable, Redacted {
    static let prefix = "gr_"
    static let familyByteCount = 16
    static let byteCount = 48

    /// The 16 bytes.
    let family: [UInt8]
    /// All 48 bytes.
    let secret: [UInt8]

    init(family: [UInt8], changing: [UInt8]) {
        self.family = family
        secret = family + changing
    }

    /// - Throws: `invalid_credentials` when the text can't be one.
    public init(_ text: String) throws(CredentialsError) {
        guard let secret = TokenText.read(Self.prefix, text, byteCount: Self.byteCount) else { throw .wrong }
        self.secret = secret
        family = Array(secret.prefix(Self.familyByteCount))
    }

    /// The token in clear, for its client alone.
    public var text: String { TokenText.write(Self.prefix, secret) }
}
