public import FoundationEssentials
import LMDB

extension CredentialStore {
    /// Removes everything of a person: password, sessions, failures.
    /// - Parameter names: those the person could log in with, whose failures were counted.
    /// - Throws: `busy`, `io_error`.
    public func erase(_ person: UUID, names: [String]) async throws {
        try await writer.write { [self] transaction in
            try transaction.remove(person.bytes, from: files.passwords)
            for (key, row) in try table.rows(of: person, in: transaction) {
                try table.remove(key, row, in: &transaction)
            }
            let subjects: [FailureCounts.Subject] =
                [.person(person, files.hashing, options)]
                + names.map { .account(named: $0, files.hashing, options) }
            for subject in subjects { try failures.forget(subject.key, in: &transaction) }
        }
    }

    /// What one ``sweep(rows:)`` did.
    public struct Swept: Hashable, Sendable {
        /// Rows looked at.
        public var examined = 0
        /// Ended sessions and forgiven failures that were removed.
        public var removed = 0
        /// Slots of killed processes that were freed.
        public var readersFreed = 0
    }

    /// Frees what killed processes left, and looks for sessions that ended long ago and failures that are forgiven
    /// among the next `rows` of each, to remove them. For a timer, such as once a minute; any number of processes may.
    /// - Throws: `busy`, `io_error`.
    public func sweep(rows: Int = 4_096) async throws -> Swept {
        let now = options.now()
        var swept = Swept()
        do { swept.readersFreed = try files.environment.checkStaleReaders() } catch { throw CredentialsError(error) }
        let found = try writer.read { [self] transaction throws in
            (
                sessions: try sweeping.sessions.next(rows, of: files.sessions, in: transaction) {
                    isForgotten(try SessionRow(stored: $0), at: now)
                },
                failures: try sweeping.failures.next(rows, of: files.failures, in: transaction) {
                    isForgiven(try SlowDown.Count(stored: $0), at: now)
                }
            )
        }
        swept.examined = found.sessions.examined + found.failures.examined
        guard !found.sessions.keys.isEmpty || !found.failures.keys.isEmpty else { return swept }
        // Looked at again inside: an account that was forgiven may have failed since.
        swept.removed = try await writer.write { [self] transaction in
            var removed = 0
            for bytes in found.sessions.keys {
                let key = try SessionKey(bytes: bytes)
                guard let row = try table.row(key, in: transaction), isForgotten(row, at: now) else { continue }
                try table.remove(key, row, in: &transaction)
                removed += 1
            }
            for key in found.failures.keys {
                guard let count = try failures.count(key, in: transaction), isForgiven(count, at: now) else { continue }
                try failures.forget(key, in: &transaction)
                removed += 1
            }
            return removed
        }
        return swept
    }

    private func isForgotten(_ row: SessionRow, at now: Date) -> Bool {
        now >= row.ends.advanced(by: options.endedSessionsAreKnown)
    }

    /// Whose count it is can't be told from its key, so the slower of the two has to have forgiven it.
    private func isForgiven(_ count: SlowDown.Count, at now: Date) -> Bool {
        options.failuresOfAccount.isForgiven(count, at: now) && options.failuresOfAddress.isForgiven(count, at: now)
    }
}
