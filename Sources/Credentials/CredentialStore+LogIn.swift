public import FoundationEssentials
import LMDB

/// What a person shows to log in.
public struct LogIn: Sendable {
    /// The name as it was typed, by which failures are counted: also that of nobody.
    public var name: String
    /// Whose name it is; nil: nobody's.
    public var person: UUID?
    public var password: Password
    /// Where the request came from; nil: unknown.
    public var address: ClientAddress?
    /// What the client calls itself; 100 characters of it are kept.
    public var label: String

    public init(name: String, person: UUID?, password: Password, address: ClientAddress?, label: String) {
        self.name = name
        self.person = person
        self.password = password
        self.address = address
        self.label = label
    }
}

extension LogIn: Redacted {}

extension CredentialStore {
    /// Opens a session for whoever shows the right password. A name that nobody has and a wrong password are answered
    /// the same, after the same work.
    /// - Throws: `invalid_credentials`; `too_many_attempts`, also when the password is right; `busy`, `io_error`.
    public func logIn(_ logIn: LogIn) async throws -> SessionGrant {
        let subjects = subjects(.account(named: logIn.name, files.hashing, options), logIn.address)
        return try await inTurn(subjects) {
            let attempt = try await check(logIn.password, of: logIn.person, countedFor: subjects)
            return try await writer.write { [self] transaction in
                // Between the look at the hash and this transaction the password may have been changed and all sessions
                // ended: a session of the old password must not begin after that.
                try requireUnchanged(attempt, in: transaction)
                try settle(attempt, in: &transaction)
                if let stronger = attempt.stronger {
                    try transaction.put(stronger.stored, for: attempt.person.bytes, in: files.passwords)
                }
                return try open(attempt.person, logIn.label, in: &transaction)
            }
        }
    }
}

/// A password that was right, and what has to be done about it in a write transaction.
struct PassedCheck: Sendable {
    let person: UUID
    let stored: PasswordHash
    let stronger: PasswordHash?
    /// The account's first.
    let charges: [FailureCounts.Charge]
}

extension CredentialStore {
    /// For whom an attempt is counted: the account first.
    func subjects(_ account: FailureCounts.Subject, _ address: ClientAddress?) -> [FailureCounts.Subject] {
        [account] + (address.map { [.address($0, files.hashing, options)] } ?? [])
    }

    /// Makes an attempt when those before it are settled: they are charged as failures until then, and would have the
    /// right password refused when several come at once. One of an account, a few of an address, which may be many
    /// people's; so that in several processes together they still are fewer than the failures that are free.
    /// - Throws: `busy`; what `attempt` throws.
    func inTurn<R: Sendable>(
        _ subjects: [FailureCounts.Subject], _ attempt: () async throws -> R
    ) async throws -> R {
        let keys = subjects.enumerated().map { index, subject in
            (key: subject.key, width: index == 0 ? 1 : max(1, subject.slowDown.free / 3))
        }
        return try await turns.run(keys, attempt)
    }

    /// Charges an attempt, then checks the password.
    /// - Throws: `invalid_credentials`, with the attempt charged; `too_many_attempts`; `busy`, `io_error`.
    func check(
        _ password: Password, of person: UUID?, countedFor subjects: [FailureCounts.Subject]
    ) async throws -> PassedCheck {
        try hasher.requireRoom()
        let charges = try await charge(subjects)
        do {
            let stored = try writer.read { transaction throws in
                try person.flatMap { try transaction.get($0.bytes, in: files.passwords)?.bytes }
            }
            let hash = try stored.map { stored throws in try PasswordHash(stored: stored) }
            let result = try await hasher.check(password.checked, against: hash)
            guard result.isCorrect, let person, let hash else { throw CredentialsError.wrong }
            return PassedCheck(person: person, stored: hash, stronger: result.stronger, charges: charges)
        } catch {
            // Not the attempt's fault.
            if (error as? CredentialsError)?.code != .invalidCredentials { try await giveBack(charges) }
            throw error
        }
    }

    private func charge(_ subjects: [FailureCounts.Subject]) async throws -> [FailureCounts.Charge] {
        // Who has to wait costs a look, and no write.
        try writer.read { transaction throws in
            try failures.requireNoWait(subjects, at: options.now(), in: transaction)
        }
        return try await writer.write { [self] transaction in
            let now = options.now()
            try failures.requireNoWait(subjects, at: now, in: transaction)
            return try failures.charge(subjects, at: now, in: &transaction)
        }
    }

    func giveBack(_ charges: [FailureCounts.Charge]) async throws {
        try await writer.write { [failures] transaction in
            for charge in charges { try failures.giveBack(charge, in: &transaction) }
        }
    }

    /// - Throws: `invalid_credentials` when the password was changed, or its person erased, since it was checked.
    func requireUnchanged(_ attempt: PassedCheck, in transaction: borrowing WriteTransaction) throws {
        let stored = try transaction.get(attempt.person.bytes, in: files.passwords)?.bytes
        guard stored == attempt.stored.stored else { throw CredentialsError.wrong }
    }

    /// The right password clears its account. The address only gets this attempt back: else an account of one's own
    /// would make any number of guesses at others free.
    func settle(_ attempt: PassedCheck, in transaction: inout WriteTransaction) throws {
        for (index, charge) in attempt.charges.enumerated() {
            if index == 0 {
                try failures.forget(charge.subject.key, in: &transaction)
            } else {
                try failures.giveBack(charge, in: &transaction)
            }
        }
    }
}
