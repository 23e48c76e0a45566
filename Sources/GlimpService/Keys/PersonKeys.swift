import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB
import Synchronization

/// The data keys of persons, with which everything of theirs is sealed that has to be unreadable one day: 32 random
/// bytes for each, in `keys/people/` (LMDB), wrapped with `keys/wrapping.key`. Several processes may use them at once.
///
/// No key is kept in memory: each use reads it anew, which takes microseconds. So a key that is destroyed by one
/// process is gone in all of them.
public final class PersonKeys: Sendable {
    private let directory: String
    private let opened = Mutex<Store?>(nil)

    /// Touches nothing yet.
    /// - Parameter directory: `keys/` of a data directory.
    package init(_ directory: String) { self.directory = directory }

    private static func wrappingKeyFile(_ directory: String) -> String { directory + "/wrapping.key" }
    private static func people(_ directory: String) -> String { directory + "/people" }

    /// Makes them, without any person's, in a directory that nobody else sees yet.
    package static func create(in directory: String) throws {
        let key = SymmetricKey(size: .bits256)
        try FileSystem.replace(wrappingKeyFile(directory), with: key.withUnsafeBytes { Array($0) })
        let people = people(directory)
        try FileSystem.makeDirectory(people)
        try Store(people, WrappingKey(key), creates: true).close()
        try FileSystem.sync(people)
        try FileSystem.sync(directory)
    }

    package func close() {
        opened.withLock { opened in
            opened?.close()
            opened = nil
        }
    }

    /// - Throws: ``EventLogError``; `not_found` when there is none: what it has sealed can't be read.
    package func key(of person: UserID) throws(EventLogError) -> SymmetricKey {
        guard let key = try open().key(of: person) else {
            throw EventLogError(.notFound, "the key of person \(person) is missing: restore keys/")
        }
        return key
    }

    /// The key of a person, who is given one if they have none. On disk when it returns.
    ///
    /// Must run to its end on one thread.
    package func makeKey(of person: UserID) throws(EventLogError) -> SymmetricKey {
        let store = try open()
        if let key = try store.key(of: person) { return key }
        return try store.makeKey(of: person)
    }

    /// Whether they are there, without opening them.
    /// - Throws: ``EventLogError`` `not_found`.
    func check() throws(EventLogError) {
        for path in [Self.wrappingKeyFile(directory), Self.people(directory) + "/data.mdb"]
        where !FileSystem.exists(path) {
            throw EventLogError(.notFound, "\(path) is missing; without it no photo can be read: restore keys/")
        }
    }

    private func open() throws(EventLogError) -> Store {
        try opened.withLock { opened throws(EventLogError) in
            if let store = opened { return store }
            let file = Self.wrappingKeyFile(directory)
            guard let bytes = try FileSystem.read(file) else {
                throw EventLogError(.notFound, "\(file) is missing; without it no photo can be read: restore keys/")
            }
            guard bytes.count == 32 else {
                throw EventLogError(.corrupted, "\(file) has \(bytes.count) bytes; a key has 32: restore keys/")
            }
            let store = try Store(
                Self.people(directory), WrappingKey(SymmetricKey(data: bytes)), creates: false)
            opened = store
            return store
        }
    }
}

/// The rows: person → wrapped key.
private struct Store: Sendable {
    private let environment: LMDB.Environment
    private let keys: Table<[UInt8]>
    private let wrapping: WrappingKey

    init(_ directory: String, _ wrapping: WrappingKey, creates: Bool) throws(EventLogError) {
        self.wrapping = wrapping
        do {
            var options = LMDB.Environment.Options()
            options.creates = creates
            let environment = try LMDB.Environment(directory: directory, options: options)
            keys = try environment.table(TableDefinition("keys"), creates: creates)
            self.environment = environment
        } catch {
            throw EventLogError.from(error)
        }
    }

    func close() { environment.close() }

    func key(of person: UserID) throws(EventLogError) -> SymmetricKey? {
        try EventLogError.translating {
            let wrapped = try environment.read { transaction throws in
                try transaction.get(person.rawValue.bytes, in: keys)?.bytes
            }
            return try wrapped.map { try wrapping.unwrap($0, of: person) }
        }
    }

    func makeKey(of person: UserID) throws(EventLogError) -> SymmetricKey {
        try EventLogError.translating {
            try environment.write { transaction throws in
                // Another process may have been faster.
                if let wrapped = try transaction.get(person.rawValue.bytes, in: keys)?.bytes {
                    return try wrapping.unwrap(wrapped, of: person)
                }
                let key = SymmetricKey(size: .bits256)
                try transaction.put(try wrapping.wrap(key, of: person), for: person.rawValue.bytes, in: keys)
                return key
            }
        }
    }
}
