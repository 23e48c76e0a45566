import LMDB

/// Password hashes, sessions and failed attempts: what no event log may hold, and nothing can be made again from.
///
/// Several processes open one directory at once, each once. What one of them has acknowledged holds in all others at
/// once: nothing that decides is kept in memory. Reading is a look into LMDB, in microseconds, and does not suspend;
/// what hashes or writes is `async`, and runs on threads of its own.
public final class CredentialStore: Sendable {
    let options: CredentialsOptions
    let files: CredentialFiles
    let writer: CredentialWriter
    let hasher: PasswordHasher
    let table: SessionTable
    let failures: FailureCounts
    let turns: Turns
    let touches: SessionTouches
    let sweeping = SweepPosition()

    /// Opens `directory`, usually `DATA/credentials`; with ``CredentialsOptions/creates`` makes it if it is missing.
    /// - Throws: ``CredentialsError`` `io_error` when there is none, or this process has it open already; `corrupted`,
    ///   also when it was made with another pepper; `newer_format`.
    public init(at directory: String, options: CredentialsOptions = CredentialsOptions()) throws(CredentialsError) {
        if options.creates { try CredentialFiles.create(at: directory, options: options) }
        self.options = options
        files = try CredentialFiles(directory: directory, options: options)
        writer = try CredentialWriter(files, waiting: options.writesWaiting)
        hasher = try PasswordHasher(options)
        table = SessionTable(files)
        failures = FailureCounts(table: files.failures, limit: options.failureRows, random: options.random)
        turns = Turns(waiting: options.attemptsWaiting, patience: options.attemptPatience)
        touches = SessionTouches(writer, table)
    }

    deinit { close() }

    /// Finishes what waits and closes the files. Later calls throw `io_error`.
    public func close() {
        hasher.close()
        writer.close()
        // A read that is running ends in microseconds; what never ends is left to the end of the process.
        try? files.environment.close(waitingAtMost: .seconds(5))
    }

    /// The accounts and tokens of operators and services.
    public var operators: OperatorStore { OperatorStore(files: files, writer: writer, options: options) }
}
