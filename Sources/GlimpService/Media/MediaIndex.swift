import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB

/// `media/index`: what is known of each upload, and which upload holds a person's content.
///
/// The two tables must agree, and of two processes that upload the same at once one has to win; both come with one
/// transaction of LMDB. An upload exists when its record does, whatever files lie about.
struct MediaIndex: Sendable {
    private let environment: Environment
    /// Media id → ``MediaRecord``.
    private let records: Table<[UInt8]>
    /// Owner, SHA-256 and the part that is kept → media id.
    private let contents: Table<[UInt8]>

    /// Opens what is there.
    /// - Throws: ``EventLogError``.
    init(_ directory: String) throws(EventLogError) { try self.init(directory, creates: false) }

    /// Makes a new one in a directory that nobody else sees yet, and closes it.
    static func create(_ directory: String) throws(EventLogError) {
        try FileSystem.makeDirectory(directory)
        try MediaIndex(directory, creates: true).close()
    }

    private init(_ directory: String, creates: Bool) throws(EventLogError) {
        do {
            var options = Environment.Options()
            options.maximumTables = 8
            options.creates = creates
            let environment = try Environment(directory: directory, options: options)
            func table(_ name: String) throws -> Table<[UInt8]> {
                let definition = TableDefinition<[UInt8]>(name)
                if creates { return try environment.openTable(definition) }
                guard let table = try environment.openExistingTable(definition) else {
                    throw EventLogError(.corrupted, "\(directory) has no table \(name): restore media/")
                }
                return table
            }
            records = try table("records")
            contents = try table("contents")
            self.environment = environment
        } catch {
            throw EventLogError.from(error)
        }
    }

    func close() { environment.close() }

    /// - Returns: nil when there is no such upload.
    func record(of media: MediaID) throws(EventLogError) -> MediaRecord? {
        try Self.translating { () throws -> MediaRecord? in
            let stored = try environment.read { transaction throws in
                try transaction.get(media.rawValue.bytes, in: records)?.bytes
            }
            return try stored.map { try MediaRecord(media, stored: $0) }
        }
    }

    /// The upload of the same person that has the same content, of which the same part is kept.
    func media(of record: MediaRecord) throws(EventLogError) -> MediaID? {
        try Self.translating { () throws -> MediaID? in
            try environment.read { transaction throws in
                try transaction.get(record.contentKey, in: contents)?.media
            }
        }
    }

    /// Adds a record, unless its owner has uploaded the same before.
    ///
    /// Durable when it returns. Must run to its end on one thread.
    /// - Returns: the id under which the content is kept.
    func add(_ record: MediaRecord) throws(EventLogError) -> MediaID {
        try Self.translating { () throws -> MediaID in
            try environment.write { transaction throws in
                let content = record.contentKey
                if let known = try transaction.get(content, in: contents)?.media { return known }
                try transaction.put(record.media.rawValue.bytes, for: content, in: contents)
                try transaction.put(record.stored, for: record.media.rawValue.bytes, in: records)
                return record.media
            }
        }
    }

    private static func translating<R>(_ body: () throws -> R) throws(EventLogError) -> R {
        do { return try body() } catch { throw EventLogError.from(error) }
    }
}

extension RawSpan {
    /// A copy, which may outlive the transaction.
    fileprivate var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    fileprivate var media: MediaID { MediaID(rawValue: UUID(bytes: bytes)) }
}
