import FoundationEssentials

/// A session as it is stored. Of tokens only hashes are in it.
struct SessionRow: Equatable, Sendable {
    /// What stands for a token that there is none of.
    static let none = [UInt8](repeating: 0, count: 32)

    var created: Date
    var lastSeen: Date
    var accessHash: [UInt8]
    var accessExpires: Date
    var refreshHash: [UInt8]
    var refreshExpires: Date
    /// Of the 16 bytes that all refresh tokens of the session begin with.
    var familyHash: [UInt8]

    /// The tokens before the last refresh.
    var previousAccessHash = none
    var previousRefreshHash = none
    /// What, with the previous refresh token, gives the tokens of now.
    var salt = none
    var refreshed: Date
    /// Whether anyone has used a token that the last refresh gave.
    var isConfirmed = true
    /// nil: it lives.
    var revoked: Date?
    var label: String

    func isLive(at now: Date) -> Bool { revoked == nil && now < refreshExpires }

    /// When it ended, or will.
    var ends: Date { revoked.map { min($0, refreshExpires) } ?? refreshExpires }

    /// All the rows in the table of tokens that lead here.
    var tokenHashes: [[UInt8]] { [accessHash, previousAccessHash, familyHash].filter { $0 != Self.none } }
}

/// The stored form.
extension SessionRow {
    var stored: [UInt8] {
        var writer = ByteWriter()
        for time in [created, lastSeen, accessExpires, refreshExpires, refreshed] { writer.time(time) }
        writer.number(revoked?.microseconds ?? -1)
        writer.number(isConfirmed ? 1 : 0)
        for hash in [accessHash, refreshHash, familyHash, previousAccessHash, previousRefreshHash, salt] {
            writer.fixed(hash)
        }
        writer.text(label)
        return writer.bytes
    }

    /// - Throws: `corrupted`.
    init(stored: [UInt8]) throws(CredentialsError) {
        var reader = ByteReader(stored, "a session")
        created = try reader.time()
        lastSeen = try reader.time()
        accessExpires = try reader.time()
        refreshExpires = try reader.time()
        refreshed = try reader.time()
        let revoked = try reader.number()
        self.revoked = revoked < 0 ? nil : Date(microseconds: revoked)
        isConfirmed = try reader.number() == 1
        accessHash = try reader.fixed(32)
        refreshHash = try reader.fixed(32)
        familyHash = try reader.fixed(32)
        previousAccessHash = try reader.fixed(32)
        previousRefreshHash = try reader.fixed(32)
        salt = try reader.fixed(32)
        label = try reader.text()
    }
}
