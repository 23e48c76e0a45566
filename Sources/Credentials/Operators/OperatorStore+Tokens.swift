import FoundationEssentials
import LMDB

extension OperatorStore {
    /// Makes a token. It is told here and never again.
    /// - Parameter lifetime: nil: until it is revoked.
    /// - Throws: `not_found` when there is no such operator, or a revoked one; `invalid_input` when the label is out of
    ///   bounds, or the operator has too many; `busy`, `io_error`.
    public func makeToken(
        for id: OperatorID, label: String, lifetime: Duration? = nil
    ) async throws -> (id: OperatorTokenID, token: OperatorToken) {
        try Self.requireName(label)
        let token = OperatorToken(secret: options.random(OperatorToken.byteCount))
        let tokenID = OperatorTokenID(UUID(bytes: options.random(16)))
        let now = options.now()
        let row = OperatorTokenRow(
            hash: files.hashing.token(token.secret), label: label, created: now,
            expires: lifetime.map { now.advanced(by: $0) })
        try await writer.write { [self] transaction in
            guard try Self.row(id, files, in: transaction).revoked == nil else {
                throw CredentialsError(.notFound, "the operator was revoked")
            }
            try makeRoom(id, at: now, in: &transaction)
            let key = id.uuid.bytes + tokenID.uuid.bytes
            try transaction.put(row.stored, for: key, in: files.operatorTokens)
            try transaction.put(key, for: row.hash, in: files.operatorTokenHashes)
        }
        return (tokenID, token)
    }

    /// An operator's tokens, ended ones too as long as there is room, the oldest first.
    /// - Throws: `io_error`.
    public func tokens(of id: OperatorID) throws(CredentialsError) -> [OperatorTokenListing] {
        try writer.read { transaction in try rows(of: id, in: transaction) }
            .map { tokenID, row in
                OperatorTokenListing(
                    id: tokenID, label: row.label, created: row.created, expires: row.expires, revoked: row.revoked)
            }
            .sorted { $0.created < $1.created }
    }

    /// Ends a token. In every process it opens nothing once this returns.
    /// - Throws: `not_found`; `busy`, `io_error`.
    public func revoke(_ token: OperatorTokenID, of id: OperatorID) async throws {
        let now = options.now()
        try await writer.write { [files] transaction in
            let key = id.uuid.bytes + token.uuid.bytes
            guard let stored = try transaction.get(key, in: files.operatorTokens)?.bytes else {
                throw CredentialsError(.notFound, "there is no such token")
            }
            var row = try OperatorTokenRow(stored: stored)
            guard row.revoked == nil else { return }
            row.revoked = now
            try transaction.put(row.stored, for: key, in: files.operatorTokens)
        }
    }

    /// Whose `token` is, now, whatever happened in any process until this was called.
    /// - Throws: `invalid_credentials`, `session_expired`, `session_revoked`; `io_error`.
    public func authenticate(_ token: OperatorToken) throws(CredentialsError) -> AuthenticatedOperator {
        let hash = files.hashing.token(token.secret)
        let now = options.now()
        return try writer.read { transaction in
            guard let key = try transaction.get(hash, in: files.operatorTokenHashes)?.bytes else {
                throw CredentialsError.wrong
            }
            guard key.count == 32, let stored = try transaction.get(key, in: files.operatorTokens)?.bytes else {
                throw CredentialsError.damaged("the table of operators' tokens")
            }
            let row = try OperatorTokenRow(stored: stored)
            let id = OperatorID(UUID(bytes: key[..<16]))
            let account = try Self.row(id, files, in: transaction)
            guard row.revoked == nil, account.revoked == nil else { throw CredentialsError.revoked }
            guard row.isValid(at: now) else { throw CredentialsError.expired }
            return AuthenticatedOperator(
                id: id, token: OperatorTokenID(UUID(bytes: key[16...])), name: account.name, scopes: account.scopes)
        }
    }

    /// Forgets the oldest ended tokens while there are too many.
    private func makeRoom(_ id: OperatorID, at now: Date, in transaction: inout WriteTransaction) throws {
        let rows = try rows(of: id, in: transaction)
        let ended = rows.filter { !$0.row.isValid(at: now) }.sorted { $0.row.created < $1.row.created }
        guard rows.count - ended.count < Self.maximumTokensAnOperator else {
            throw CredentialsError(.invalidInput, "the operator has \(Self.maximumTokensAnOperator) tokens already")
        }
        for (token, row) in ended.prefix(max(0, rows.count - Self.maximumTokensAnOperator + 1)) {
            try transaction.remove(row.hash, from: files.operatorTokenHashes)
            try transaction.remove(id.uuid.bytes + token.uuid.bytes, from: files.operatorTokens)
        }
    }

    private func rows<T: Transaction & ~Copyable>(
        of id: OperatorID, in transaction: borrowing T
    ) throws -> [(id: OperatorTokenID, row: OperatorTokenRow)] {
        var found: [(OperatorTokenID, OperatorTokenRow)] = []
        let prefix = id.uuid.bytes
        var cursor = try Cursor(files.operatorTokens, in: transaction)
        var isThere = try cursor.seek(to: prefix)
        while isThere {
            let key = cursor.keyBytes.bytes
            guard key.count == 32, key.starts(with: prefix) else { break }
            found.append((OperatorTokenID(UUID(bytes: key[16...])), try OperatorTokenRow(stored: cursor.value.bytes)))
            isThere = try cursor.next()
        }
        return found
    }
}
