public import FoundationEssentials
import LMDB

extension CredentialStore {
    /// Does what takes long and may be refused, before there is a person whose password it is to be.
    /// - Throws: `invalid_password`; `busy`.
    public func prepare(_ password: Password) async throws -> PreparedPassword {
        PreparedPassword(hash: try await hasher.hash(try password.chosen()))
    }

    /// Gives a person a password who has none.
    /// - Returns: false when there is one; it stays.
    /// - Throws: `io_error`.
    public func setFirstPassword(_ password: PreparedPassword, of person: UUID) async throws -> Bool {
        try await writer.write { [files] transaction in
            guard try !transaction.contains(person.bytes, in: files.passwords) else { return false }
            try transaction.put(password.hash.stored, for: person.bytes, in: files.passwords)
            return true
        }
    }

    /// Gives a person another password without asking for the one before, and ends all of the person's sessions.
    /// - Throws: `invalid_password`; `busy`, `io_error`.
    public func resetPassword(_ password: Password, of person: UUID) async throws {
        let hash = try await hasher.hash(try password.chosen())
        let now = options.now()
        try await writer.write { [files, table] transaction in
            try transaction.put(hash.stored, for: person.bytes, in: files.passwords)
            try table.revokeAll(of: person, at: now, in: &transaction)
        }
    }

    /// Changes a person's password, and ends all of the person's sessions but `kept`. Failures are counted, so that a
    /// stolen session can't be used to guess.
    /// - Parameters:
    ///   - kept: the session that asks for it.
    ///   - address: where the request came from; nil: unknown.
    /// - Throws: `invalid_password` for the new one; `invalid_credentials` for the current one; `too_many_attempts`,
    ///   `busy`, `io_error`.
    public func changePassword(
        of person: UUID, from current: Password, to new: Password, keeping kept: SessionID?, address: ClientAddress?
    ) async throws {
        let chosen = try new.chosen()
        let subjects = subjects(.person(person, files.hashing, options), address)
        try await inTurn(subjects) {
            let attempt = try await check(current, of: person, countedFor: subjects)
            let hash: PasswordHash
            do {
                hash = try await hasher.hash(chosen)
            } catch {
                try await giveBack(attempt.charges)
                throw error
            }
            try await writer.write { [self] transaction in
                try requireUnchanged(attempt, in: transaction)
                try settle(attempt, in: &transaction)
                try transaction.put(hash.stored, for: person.bytes, in: files.passwords)
                try table.revokeAll(of: person, except: kept, at: options.now(), in: &transaction)
            }
        }
    }

    /// Whether a person has a password.
    /// - Throws: `io_error`.
    public func hasPassword(_ person: UUID) throws(CredentialsError) -> Bool {
        try writer.read { transaction in try transaction.contains(person.bytes, in: files.passwords) }
    }
}
