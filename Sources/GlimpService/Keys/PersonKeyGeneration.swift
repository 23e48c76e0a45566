import Crypto
import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB

/// One generation of persons' keys: person → wrapped key, or the mark of one that was destroyed.
final class PersonKeyGeneration: Sendable {
    /// A row of one byte, for ever: the key was destroyed.
    private static let destroyed: [UInt8] = [0]

    let number: Int
    private let environment: LMDB.Environment
    private let keys: Table<[UInt8]>
    private let wrapping: WrappingKey

    static func wrappingKeyFile(_ directory: String) -> String { directory + "/wrapping.key" }

    convenience init(opening directory: String, number: Int) throws(EventLogError) {
        let file = Self.wrappingKeyFile(directory)
        guard let bytes = try FileSystem.read(file) else {
            throw EventLogError(
                .notFound, "\(file) is missing; without it nothing of anybody can be read: restore keys/")
        }
        guard bytes.count == 32 else {
            throw EventLogError(.corrupted, "\(file) has \(bytes.count) bytes; a key has 32: restore keys/")
        }
        try self.init(directory, number, SymmetricKey(data: bytes), creates: false)
    }

    /// Makes an empty one, with a wrapping key of its own, where nobody sees it yet.
    convenience init(making directory: String, number: Int) throws(EventLogError) {
        let key = SymmetricKey(size: .bits256)
        try FileSystem.makeDirectory(directory)
        try FileSystem.replace(Self.wrappingKeyFile(directory), with: key.withUnsafeBytes { Array($0) })
        try self.init(directory, number, key, creates: true)
        try FileSystem.sync(directory)
    }

    private init(
        _ directory: String, _ number: Int, _ key: SymmetricKey, creates: Bool
    ) throws(EventLogError) {
        self.number = number
        wrapping = WrappingKey(key)
        do {
            var options = LMDB.Environment.Options()
            options.creates = creates
            let environment = try LMDB.Environment(directory: directory, options: options)
            let definition = TableDefinition<[UInt8]>("keys")
            if creates {
                keys = try environment.openTable(definition)
            } else {
                guard let table = try environment.openExistingTable(definition) else {
                    throw EventLogError(.corrupted, "\(directory) has no table keys: restore keys/")
                }
                keys = table
            }
            self.environment = environment
        } catch {
            throw EventLogError.from(error)
        }
    }

    func close() { environment.close() }

    func standing(of person: UserID) throws(EventLogError) -> PersonKeys.Standing {
        try translating {
            let row = try environment.read { transaction throws in
                try transaction.get(person.rawValue.bytes, in: keys)?.withUnsafeBytes { Array($0) }
            }
            guard let row else { return .missing }
            return row == Self.destroyed ? .destroyed : .key(try wrapping.unwrap(row, of: person))
        }
    }

    /// - Precondition: the person has none, and nobody else writes.
    func makeKey(of person: UserID) throws(EventLogError) -> SymmetricKey {
        try translating {
            let key = SymmetricKey(size: .bits256)
            let wrapped = try wrapping.wrap(key, of: person)
            try environment.write { try $0.put(wrapped, for: person.rawValue.bytes, in: keys) }
            return key
        }
    }

    /// Takes over what another generation has, each key wrapped with this one's wrapping key, and none of `gone`.
    func fill(from other: PersonKeyGeneration, without gone: Set<UserID>) throws(EventLogError) {
        try translating {
            try other.environment.read { source throws in
                try environment.write { target throws in
                    var cursor = try Cursor(other.keys, in: source)
                    var hasRow = try cursor.first()
                    while hasRow {
                        let (id, row) = (
                            cursor.keyBytes.withUnsafeBytes { Array($0) }, cursor.value.withUnsafeBytes { Array($0) }
                        )
                        guard id.count == 16 else {
                            throw EventLogError(.corrupted, "a row of keys/people is nobody's: restore keys/")
                        }
                        let person = UserID(rawValue: UUID(bytes: id))
                        let isGone = row == Self.destroyed || gone.contains(person)
                        let kept =
                            isGone
                            ? Self.destroyed : try wrapping.wrap(other.wrapping.unwrap(row, of: person), of: person)
                        try target.put(kept, for: id, in: keys)
                        hasRow = try cursor.next()
                    }
                    // Also of who never had one: nobody may give them one later.
                    for person in gone { try target.put(Self.destroyed, for: person.rawValue.bytes, in: keys) }
                }
            }
        }
    }

    private func translating<R>(_ body: () throws -> R) throws(EventLogError) -> R {
        do { return try body() } catch { throw EventLogError.from(error) }
    }
}
