import FoundationEssentials
import LMDB

/// Sessions and the tokens that lead to them, kept in step within a transaction.
struct SessionTable: Sendable {
    let sessions: Table<[UInt8]>
    let tokens: Table<[UInt8]>

    init(_ files: CredentialFiles) {
        sessions = files.sessions
        tokens = files.tokens
    }

    /// The session that the hash of an access token, or of a refresh token's first bytes, leads to.
    func session<T: Transaction & ~Copyable>(
        of hash: [UInt8], in transaction: borrowing T
    ) throws -> (key: SessionKey, row: SessionRow)? {
        guard let bytes = try transaction.get(hash, in: tokens)?.bytes else { return nil }
        guard let stored = try transaction.get(bytes, in: sessions)?.bytes else {
            throw CredentialsError.damaged("a token leads nowhere: the table of sessions")
        }
        return (try SessionKey(bytes: bytes), try SessionRow(stored: stored))
    }

    func row<T: Transaction & ~Copyable>(_ key: SessionKey, in transaction: borrowing T) throws -> SessionRow? {
        guard let stored = try transaction.get(key.bytes, in: sessions)?.bytes else { return nil }
        return try SessionRow(stored: stored)
    }

    /// All of a person's, ended ones too; at most a few times ``CredentialsOptions/sessionsAPerson``.
    func rows<T: Transaction & ~Copyable>(
        of person: UUID, in transaction: borrowing T
    ) throws -> [(key: SessionKey, row: SessionRow)] {
        var found: [(SessionKey, SessionRow)] = []
        let prefix = person.bytes
        var cursor = try Cursor(sessions, in: transaction)
        var isThere = try cursor.seek(to: prefix)
        while isThere {
            let bytes = cursor.keyBytes.bytes
            guard bytes.starts(with: prefix) else { break }
            found.append((try SessionKey(bytes: bytes), try SessionRow(stored: cursor.value.bytes)))
            isThere = try cursor.next()
        }
        return found
    }

    /// Sets a session and leads its tokens to it.
    /// - Parameter before: the row it replaces, whose other tokens are forgotten.
    func put(
        _ row: SessionRow, _ key: SessionKey, replacing before: SessionRow? = nil,
        in transaction: inout WriteTransaction
    ) throws {
        let bytes = key.bytes
        let hashes = row.tokenHashes
        for hash in before?.tokenHashes ?? [] where !hashes.contains(hash) {
            try transaction.remove(hash, from: tokens)
        }
        for hash in hashes where before?.tokenHashes.contains(hash) != true {
            try transaction.put(bytes, for: hash, in: tokens)
        }
        try transaction.put(row.stored, for: bytes, in: sessions)
    }

    func remove(_ key: SessionKey, _ row: SessionRow, in transaction: inout WriteTransaction) throws {
        for hash in row.tokenHashes { try transaction.remove(hash, from: tokens) }
        try transaction.remove(key.bytes, from: sessions)
    }

    /// Ends a session. What remains tells its client that it was ended, and nothing else.
    func revoke(_ key: SessionKey, _ row: SessionRow, at now: Date, in transaction: inout WriteTransaction) throws {
        var ended = row
        ended.revoked = now
        ended.salt = SessionRow.none
        ended.label = ""
        try put(ended, key, replacing: row, in: &transaction)
    }

    /// Ends all of a person's live sessions but `kept`; how many those were.
    @discardableResult
    func revokeAll(
        of person: UUID, except kept: SessionID? = nil, at now: Date, in transaction: inout WriteTransaction
    ) throws -> Int {
        let live = try rows(of: person, in: transaction).filter { $0.row.isLive(at: now) && $0.key.session != kept }
        for (key, row) in live { try revoke(key, row, at: now, in: &transaction) }
        return live.count
    }

    /// Ends the oldest live sessions until fewer than `limit` are left, and forgets the oldest ended ones likewise.
    func makeRoom(
        for person: UUID, limit: Int, at now: Date, in transaction: inout WriteTransaction
    ) throws {
        let rows = try rows(of: person, in: transaction)
        let live = rows.filter { $0.row.isLive(at: now) }.sorted { $0.row.created < $1.row.created }
        let tooMany = live.prefix(max(0, live.count - limit + 1))
        for (key, row) in tooMany { try revoke(key, row, at: now, in: &transaction) }
        let ended = rows.filter { !$0.row.isLive(at: now) }.sorted { $0.row.ends < $1.row.ends }
        for (key, row) in ended.prefix(max(0, ended.count + tooMany.count - limit)) {
            try remove(key, row, in: &transaction)
        }
    }
}
