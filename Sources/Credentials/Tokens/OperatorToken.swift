/// What an operator or a service shows with each request: `go_` and 32 bytes that nobody can guess.
public struct OperatorToken: Hashable, Sendable, Redacted {
    static let prefix = "go_"
    static let byteCount = 32

    let secret: [UInt8]

    init(secret: [UInt8]) { self.secret = secret }

    /// - Throws: `invalid_credentials` when the text can't be one.
    public init(_ text: String) throws(CredentialsError) {
        guard let secret = TokenText.read(Self.prefix, text, byteCount: Self.byteCount) else { throw .wrong }
        self.secret = secret
    }

    /// The token in clear. Shown once, when it is made.
    public var text: String { TokenText.write(Self.prefix, secret) }
}
