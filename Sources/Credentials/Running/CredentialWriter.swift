import LMDB

/// Carries the writes of this process, one after the other, on a thread of its own: an LMDB write transaction belongs to
/// the thread that began it, and waits for those of other processes and for the disk.
final class CredentialWriter: Sendable {
    private let files: CredentialFiles
    private let pool: WorkerPool

    init(_ files: CredentialFiles, waiting: Int) throws(CredentialsError) {
        self.files = files
        pool = try WorkerPool("writing credentials", threads: 1, waiting: waiting)
    }

    func close() { pool.close() }

    /// Runs `body` in a write transaction. What it returned is on disk when this returns; when it throws, nothing is.
    /// - Throws: `busy`; `io_error`, after which a commit may or may not be done; what `body` throws.
    func write<R: Sendable>(
        _ body: @escaping @Sendable (inout WriteTransaction) throws -> R
    ) async throws -> R {
        try await pool.run { [self] in try carry(body) }
    }

    /// Runs `body` in a write transaction, some time; false: not at all, because too much waits. For what may be lost.
    @discardableResult
    func writeLater(_ body: @escaping @Sendable (inout WriteTransaction) throws -> Void) -> Bool {
        do {
            try pool.submit { [self] in try? carry(body) }
            return true
        } catch {
            return false
        }
    }

    private func carry<R>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
        do {
            return try files.environment.write(body)
        } catch {
            mend(after: error)
            throw CredentialsError.from(error)
        }
    }

    /// After a failed meta page LMDB refuses everything until the file is closed and opened again.
    private func mend(after error: any Error) {
        guard let error = error as? LMDBError, [.panic, .inputOutput, .closed].contains(error.condition) else { return }
        // Reported by the write that failed, and tried again by the next one.
        try? files.environment.reopen()
    }

    /// Runs `body` on a snapshot of now, here.
    func read<R>(_ body: (borrowing ReadTransaction) throws -> R) throws(CredentialsError) -> R {
        do {
            return try files.environment.read(body)
        } catch {
            // A write that does nothing finds out what is wrong with the file, and mends it.
            if (error as? LMDBError)?.condition == .panic { writeLater { _ in } }
            throw CredentialsError.from(error)
        }
    }
}
