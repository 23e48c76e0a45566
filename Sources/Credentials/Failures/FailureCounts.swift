import FoundationEssentials
import LMDB

/// Counts the failures of accounts and addresses, for all processes together.
///
/// An attempt is charged before its password is looked at and given back when it was right: so attempts at the same
/// time can't all be made on the count that the first one found.
struct FailureCounts: Sendable {
    /// Whose failures are counted.
    struct Subject: Sendable {
        let key: [UInt8]
        let slowDown: SlowDown
    }

    /// What charging an attempt changed, to be given back.
    struct Charge: Sendable {
        let subject: Subject
        let before: SlowDown.Count?
        let after: SlowDown.Count
    }

    let table: Table<[UInt8]>
    let limit: Int
    let random: @Sendable (Int) -> [UInt8]

    /// - Throws: `too_many_attempts`, with the longest wait of all `subjects`.
    func requireNoWait<T: Transaction & ~Copyable>(
        _ subjects: [Subject], at now: Date, in transaction: borrowing T
    ) throws {
        var longest = Duration.zero
        for subject in subjects {
            guard let count = try count(subject.key, in: transaction) else { continue }
            longest = max(longest, subject.slowDown.wait(count, at: now))
        }
        guard longest > .zero else { return }
        throw CredentialsError(
            .tooManyAttempts, "too many attempts have failed; try again later", retryAfter: longest)
    }

    /// Counts an attempt as failed.
    func charge(_ subjects: [Subject], at now: Date, in transaction: inout WriteTransaction) throws -> [Charge] {
        var charges: [Charge] = []
        for subject in subjects {
            let before = try count(subject.key, in: transaction)
            if before == nil { try makeRoom(in: &transaction) }
            let after = subject.slowDown.failed(before ?? SlowDown.Count(), at: now)
            try transaction.put(after.stored, for: subject.key, in: table)
            charges.append(Charge(subject: subject, before: before, after: after))
        }
        return charges
    }

    /// Takes an attempt back that did not fail.
    func giveBack(_ charge: Charge, in transaction: inout WriteTransaction) throws {
        let key = charge.subject.key
        guard var count = try count(key, in: transaction) else { return }
        if count == charge.after {
            guard let before = charge.before else { return try forget(key, in: &transaction) }
            count = before
        } else {
            // Others have failed meanwhile: theirs stay.
            count.failures -= 1
        }
        if count.failures <= 0 { return try forget(key, in: &transaction) }
        try transaction.put(count.stored, for: key, in: table)
    }

    func forget(_ key: [UInt8], in transaction: inout WriteTransaction) throws {
        try transaction.remove(key, from: table)
    }

    func count<T: Transaction & ~Copyable>(
        _ key: [UInt8], in transaction: borrowing T
    ) throws -> SlowDown.Count? {
        guard let stored = try transaction.get(key, in: table)?.bytes else { return nil }
        return try SlowDown.Count(stored: stored)
    }

    /// Forgets one of eight at a random place, the one with the fewest failures: keys are hashes, so nobody can choose
    /// whose it is, and filling the table to have one count forgotten takes as many attempts as the table has rows.
    private func makeRoom(in transaction: inout WriteTransaction) throws {
        while try transaction.count(table) >= limit {
            guard let victim = try leastOfEight(from: random(16), in: transaction) else { return }
            try forget(victim, in: &transaction)
        }
    }

    private func leastOfEight(from key: [UInt8], in transaction: borrowing WriteTransaction) throws -> [UInt8]? {
        var cursor = try Cursor(table, in: transaction)
        var least: (key: [UInt8], failures: Int)?
        var isThere = try cursor.seek(to: key)
        for _ in 0..<8 {
            if !isThere { isThere = try cursor.first() }
            guard isThere else { break }
            let failures = try SlowDown.Count(stored: cursor.value.bytes).failures
            if failures < least?.failures ?? .max { least = (cursor.keyBytes.bytes, failures) }
            isThere = try cursor.next()
        }
        return least?.key
    }
}

extension FailureCounts.Subject {
    static func account(named name: String, _ hashing: KeyedHashing, _ options: CredentialsOptions) -> Self {
        // Names differ in case only for those who write them.
        Self(key: hashing.failure(1, Array(name.lowercased().utf8)), slowDown: options.failuresOfAccount)
    }

    static func person(_ person: UUID, _ hashing: KeyedHashing, _ options: CredentialsOptions) -> Self {
        Self(key: hashing.failure(2, person.bytes), slowDown: options.failuresOfAccount)
    }

    static func address(_ address: ClientAddress, _ hashing: KeyedHashing, _ options: CredentialsOptions) -> Self {
        Self(key: hashing.failure(3, address.bytes), slowDown: options.failuresOfAddress)
    }
}
