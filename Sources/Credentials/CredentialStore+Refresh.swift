import FoundationEssentials
import LMDB

extension CredentialStore {
    /// Exchanges a refresh token for new tokens; the ones before open nothing any more.
    ///
    /// The same token again is answered the same within ``CredentialsOptions/refreshGrace``, and for as long as nobody
    /// has used what the first answer gave: an answer that was lost locks no phone out. Otherwise two parties have had
    /// the token, and the session ends.
    /// - Throws: `invalid_credentials`; `session_expired`; `session_revoked`, also when it is revoked by this; `busy`,
    ///   `io_error`.
    public func refresh(_ token: RefreshToken) async throws -> SessionGrant {
        let family = files.hashing.token(token.family)
        // Random tokens cost a look, and no write.
        guard try writer.read({ transaction in try transaction.contains(family, in: table.tokens) }) else {
            throw CredentialsError.wrong
        }
        // A result, because a revocation has to be committed, and committing ends with returning.
        return try await writer.write { [self] transaction in
            try refresh(token, family, in: &transaction)
        }.get()
    }

    private func refresh(
        _ token: RefreshToken, _ family: [UInt8], in transaction: inout WriteTransaction
    ) throws -> Result<SessionGrant, CredentialsError> {
        let now = options.now()
        guard let (key, row) = try table.session(of: family, in: transaction), row.familyHash == family else {
            return .failure(.wrong)
        }
        let hash = files.hashing.token(token.secret)
        switch row.decision(on: hash, at: now, grace: options.refreshGrace) {
        case .revoked: return .failure(.revoked)
        case .expired: return .failure(.expired)
        case .stolen:
            try table.revoke(key, row, at: now, in: &transaction)
            return .failure(.revoked)
        case .repeatLast: return .success(grant(key, row, after: token, at: now))
        case .rotate, .rotateAgain:
            let rotated = rotated(row, after: token, hash, at: now)
            try table.put(rotated, key, replacing: row, in: &transaction)
            return .success(grant(key, rotated, after: token, at: now))
        }
    }

    private func rotated(_ row: SessionRow, after token: RefreshToken, _ hash: [UInt8], at now: Date) -> SessionRow {
        var next = row
        next.salt = options.random(32)
        next.previousRefreshHash = hash
        next.previousAccessHash = row.accessHash
        let (access, refresh) = successors(of: token, next)
        next.accessHash = files.hashing.token(access.secret)
        next.refreshHash = files.hashing.token(refresh.secret)
        next.accessExpires = now.advanced(by: options.accessLifetime)
        next.refreshExpires = now.advanced(by: options.refreshLifetime)
        next.refreshed = now
        next.isConfirmed = false
        return next
    }

    /// New tokens follow from the one that was shown and a random salt: so they can be given again to whoever shows it
    /// again, and are not stored.
    private func successors(of token: RefreshToken, _ row: SessionRow) -> (AccessToken, RefreshToken) {
        let hashing = files.hashing
        return (
            AccessToken(secret: hashing.successor(1, of: token.secret, salt: row.salt)),
            RefreshToken(family: token.family, changing: hashing.successor(2, of: token.secret, salt: row.salt))
        )
    }

    private func grant(_ key: SessionKey, _ row: SessionRow, after token: RefreshToken, at now: Date) -> SessionGrant {
        let (access, refresh) = successors(of: token, row)
        return SessionGrant(
            session: key.session, accessToken: access, refreshToken: refresh,
            expiresIn: .seconds(max(0, row.accessExpires.timeIntervalSince(now))),
            refreshExpiresIn: .seconds(max(0, row.refreshExpires.timeIntervalSince(now))))
    }
}
