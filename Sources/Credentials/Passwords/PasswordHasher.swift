import Glibc
import Synchronization

/// Hashes and checks passwords on a few threads of its own, with a bounded queue: each evaluation holds a core for tens
/// of milliseconds and tens of megabytes of memory.
final class PasswordHasher: Sendable {
    /// What came of checking a password.
    struct Check: Sendable {
        var isCorrect: Bool
        /// With today's parameters, when the stored hash was weaker.
        var stronger: PasswordHash?
    }

    let pool: WorkerPool
    private let today: ScryptParameters
    private let random: @Sendable (Int) -> [UInt8]
    /// Nobody's: the hash of no password. Made with today's parameters.
    private let dummy: PasswordHash
    /// Evaluations so far, and what they cost in ``ScryptParameters/work``.
    let evaluations = Atomic<Int>(0)
    let work = Atomic<Int>(0)

    init(_ options: CredentialsOptions) throws(CredentialsError) {
        precondition(options.scrypt.isBounded, "scrypt parameters out of bounds")
        let threads = max(1, options.hashingThreads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)
        pool = try WorkerPool("password hashing", threads: threads, waiting: threads * options.hashesWaiting)
        today = options.scrypt
        random = options.random
        dummy = PasswordHash(
            parameters: options.scrypt, salt: Array(repeating: 0, count: PasswordHash.saltByteCount),
            hash: Array(repeating: 0, count: PasswordHash.hashByteCount))
    }

    func close() { pool.close() }

    /// - Throws: `busy` when nothing more would be taken now. For callers who have work to do before.
    func requireRoom() throws(CredentialsError) { try pool.requireRoom() }

    /// - Parameter password: as it was chosen, normalised.
    /// - Throws: `busy`.
    func hash(_ password: [UInt8]) async throws -> PasswordHash {
        try await pool.run { [self] in try make(password) }
    }

    /// Checks a password. A person without a hash, a password that can be nobody's and a wrong one cost the same work.
    /// - Parameters:
    ///   - password: nil: one that can be nobody's.
    ///   - stored: nil: the person is unknown, or has no password.
    /// - Throws: `busy`.
    func check(_ password: [UInt8]?, against stored: PasswordHash?) async throws -> Check {
        try await pool.run { [self] in
            guard let password, let stored else {
                _ = try compare(password ?? [], dummy)
                return Check(isCorrect: false)
            }
            guard try compare(password, stored) else {
                try makeUp(for: stored, password)
                return Check(isCorrect: false)
            }
            let isWeak = stored.parameters.isWeaker(than: today)
            return Check(isCorrect: true, stronger: isWeak ? try make(password) : nil)
        }
    }

    /// A wrong password for an old, cheaper hash takes as long as one for a name that nobody has: the same evaluation
    /// again and again, until the work is today's.
    private func makeUp(for stored: PasswordHash, _ password: [UInt8]) throws(CredentialsError) {
        for _ in 0..<max(0, today.work / stored.parameters.work - 1) { _ = try compare(password, stored) }
    }

    private func compare(_ password: [UInt8], _ hash: PasswordHash) throws(CredentialsError) -> Bool {
        count(hash.parameters)
        return try hash.isHash(of: password)
    }

    private func make(_ password: [UInt8]) throws(CredentialsError) -> PasswordHash {
        count(today)
        return try PasswordHash.make(of: password, today, salt: random(PasswordHash.saltByteCount))
    }

    private func count(_ parameters: ScryptParameters) {
        evaluations.add(1, ordering: .relaxed)
        work.add(parameters.work, ordering: .relaxed)
    }
}
