public import FoundationEssentials
import LMDB

extension CredentialStore {
    /// Opens a session without a password, for a person who has just registered.
    /// - Parameter label: what the client calls itself; 100 characters of it are kept.
    /// - Throws: `busy`, `io_error`.
    public func openSession(for person: UUID, label: String) async throws -> SessionGrant {
        try await writer.write { [self] transaction in try open(person, label, in: &transaction) }
    }

    /// Whose `token` is, now, whatever happened in any process until this was called.
    /// - Throws: `invalid_credentials`; `session_expired`: refresh; `session_revoked`: log in; `io_error`.
    public func authenticate(_ token: AccessToken) throws(CredentialsError) -> Authenticated {
        let hash = files.hashing.token(token.secret)
        let now = options.now()
        let found = try writer.read { transaction in try table.session(of: hash, in: transaction) }
        guard let (key, row) = found else { throw .wrong }
        if row.revoked != nil { throw .revoked }
        // The other hashes that lead here are those of tokens that were replaced.
        guard isEqualInConstantTime(hash, row.accessHash), now < row.accessExpires else { throw .expired }
        if !row.isConfirmed || now.timeIntervalSince(row.lastSeen) >= options.lastSeenPrecision.seconds {
            touches.note(key, hash, at: now)
        }
        return Authenticated(person: key.person, session: key.session, expires: row.accessExpires)
    }

    /// A person's live sessions, the newest first.
    /// - Throws: `io_error`.
    public func sessions(of person: UUID) throws(CredentialsError) -> [Session] {
        let now = options.now()
        return try writer.read { transaction in try table.rows(of: person, in: transaction) }
            .filter { $0.row.isLive(at: now) }
            .sorted { $0.row.created > $1.row.created }
            .map { key, row in
                Session(
                    id: key.session, created: row.created, lastSeen: row.lastSeen, expires: row.refreshExpires,
                    label: row.label)
            }
    }

    /// Ends one of a person's sessions. In every process its tokens open nothing once this returns.
    /// - Throws: `not_found` when the person has no such live session; `busy`, `io_error`.
    public func revoke(_ session: SessionID, of person: UUID) async throws {
        let now = options.now()
        try await writer.write { [table] transaction in
            let key = SessionKey(person: person, session: session)
            guard let row = try table.row(key, in: transaction), row.isLive(at: now) else {
                throw CredentialsError(.notFound, "there is no such session")
            }
            try table.revoke(key, row, at: now, in: &transaction)
        }
    }

    /// Ends a person's sessions, all or all but one, and says how many those were.
    /// - Throws: `busy`, `io_error`.
    @discardableResult
    public func revokeSessions(of person: UUID, except kept: SessionID? = nil) async throws -> Int {
        let now = options.now()
        return try await writer.write { [table] transaction in
            try table.revokeAll(of: person, except: kept, at: now, in: &transaction)
        }
    }

    func open(_ person: UUID, _ label: String, in transaction: inout WriteTransaction) throws -> SessionGrant {
        let now = options.now()
        try table.makeRoom(for: person, limit: options.sessionsAPerson, at: now, in: &transaction)
        let access = AccessToken(secret: options.random(AccessToken.byteCount))
        let family = options.random(RefreshToken.familyByteCount)
        let refresh = RefreshToken(
            family: family, changing: options.random(RefreshToken.byteCount - RefreshToken.familyByteCount))
        let row = SessionRow(
            created: now, lastSeen: now, accessHash: files.hashing.token(access.secret),
            accessExpires: now.advanced(by: options.accessLifetime), refreshHash: files.hashing.token(refresh.secret),
            refreshExpires: now.advanced(by: options.refreshLifetime), familyHash: files.hashing.token(family),
            refreshed: now, label: SessionLabel.kept(label))
        let key = SessionKey(person: person, session: SessionID(UUID(bytes: options.random(16))))
        try table.put(row, key, in: &transaction)
        return SessionGrant(
            session: key.session, accessToken: access, refreshToken: refresh, expiresIn: options.accessLifetime,
            refreshExpiresIn: options.refreshLifetime)
    }
}
