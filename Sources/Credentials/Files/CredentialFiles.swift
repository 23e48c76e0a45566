import Crypto
import Glibc
import LMDB

/// The environment of credentials and its tables. Synced at every commit: a password change that was acknowledged is on
/// disk.
final class CredentialFiles: Sendable {
    let environment: Environment
    let hashing: KeyedHashing
    /// Person → ``PasswordHash``.
    let passwords: Table<[UInt8]>
    /// Person and session → ``SessionRow``.
    let sessions: Table<[UInt8]>
    /// Hash of a token → the key in `sessions`.
    let tokens: Table<[UInt8]>
    /// Hash of a name or an address → ``FailureRow``.
    let failures: Table<[UInt8]>
    /// Operator → ``OperatorRow``.
    let operators: Table<[UInt8]>
    /// Operator and token → ``OperatorTokenRow``.
    let operatorTokens: Table<[UInt8]>
    /// Hash of an operator's token → the key in `operatorTokens`.
    let operatorTokenHashes: Table<[UInt8]>

    private static let headerKey = "credentials"

    /// Opens what is there.
    /// - Throws: `newer_format`, `corrupted`, `io_error`.
    convenience init(directory: String, options: CredentialsOptions) throws(CredentialsError) {
        try self.init(directory, options, isNew: false)
    }

    private init(_ directory: String, _ options: CredentialsOptions, isNew: Bool) throws(CredentialsError) {
        do {
            var settings = Environment.Options()
            settings.mapSize = options.mapSize
            settings.maximumTables = 16
            settings.creates = isNew
            let environment = try Environment(directory: directory, options: settings)
            func table<Key>(_ name: String) throws -> Table<Key> {
                try environment.table(TableDefinition<Key>(name), creates: isNew)
            }
            // The header first: the tables of a newer format may be others.
            let meta: Table<String> = try table("meta")
            if isNew { try Self.writeHeader(environment, meta, options) }
            let header = try Self.header(environment, meta)
            hashing = try KeyedHashing(header, pepper: options.pepper, directory: directory)
            passwords = try table("passwords")
            sessions = try table("sessions")
            tokens = try table("tokens")
            failures = try table("failures")
            operators = try table("operators")
            operatorTokens = try table("operator-tokens")
            operatorTokenHashes = try table("operator-token-hashes")
            self.environment = environment
        } catch {
            throw CredentialsError.from(error)
        }
    }

    private static func writeHeader(
        _ environment: Environment, _ meta: Table<String>, _ options: CredentialsOptions
    ) throws {
        let key = options.random(32)
        let root = options.pepper ?? SymmetricKey(data: key)
        let header = CredentialHeader(key: key, keyCheck: KeyedHashing.check(root))
        try environment.write { transaction throws in
            try transaction.put(header.stored, for: headerKey, in: meta)
        }
    }

    private static func header(_ environment: Environment, _ meta: Table<String>) throws -> CredentialHeader {
        let stored = try environment.read { transaction throws in
            try transaction.get(headerKey, in: meta)?.bytes
        }
        guard let stored else { throw CredentialsError.damaged("\(environment.directory): it has no header; it") }
        return try CredentialHeader(stored: stored, directory: environment.directory)
    }

    /// Makes the directory whole aside, synced, and renames it: after a crash there is all of it or nothing. The loser
    /// of a race finds the winner's.
    /// - Throws: `io_error`.
    static func create(at path: String, options: CredentialsOptions) throws(CredentialsError) {
        // A symbolic link can't be renamed over; what it leads to can.
        let path = Directories.resolved(path) ?? path
        if Directories.exists(path + "/data.mdb") { return }
        let (parent, name) = Directories.split(path)
        let aside = "\(parent)/.\(name).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        do {
            try Directories.make(aside)
            let files = try CredentialFiles(aside, options, isNew: true)
            files.environment.close()
            try Directories.sync(aside)
            try Directories.move(aside, to: path)
            try Directories.sync(parent)
        } catch {
            Directories.removeEnvironment(aside)
            if Directories.exists(path + "/data.mdb") { return }
            throw error
        }
    }
}
