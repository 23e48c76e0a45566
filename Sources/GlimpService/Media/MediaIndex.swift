import EventLog
import FoundationEssentials
import GlimpDomain
import LMDB

/// `media/index`: what is known of each upload, and which upload holds a person's content.
///
/// The tables must agree, and of two processes that upload the same at once one has to win; both come with one
/// transaction of LMDB. An upload exists when its record does, whatever files lie about.
struct MediaIndex: Sendable {
    let environment: Environment
    /// Media id → ``MediaRecord``.
    let records: Table<[UInt8]>
    /// Owner, the content's keyed hash and the part that is kept → media id.
    let contents: Table<[UInt8]>
    /// Media id → ``Unsettled``.
    let unsettled: Table<[UInt8]>

    /// Opens what is there.
    /// - Throws: ``EventLogError``.
    init(_ directory: String, isReadOnly: Bool = false) throws(EventLogError) {
        try self.init(directory, creates: false, isReadOnly: isReadOnly)
    }

    /// Makes a new one in a directory that nobody else sees yet, and closes it.
    static func create(_ directory: String) throws(EventLogError) {
        try FileSystem.makeDirectory(directory)
        try MediaIndex(directory, creates: true).close()
    }

    private init(_ directory: String, creates: Bool, isReadOnly: Bool = false) throws(EventLogError) {
        do {
            var options = Environment.Options()
            options.maximumTables = 8
            options.creates = creates
            options.isReadOnly = isReadOnly
            let environment = try Environment(directory: directory, options: options)
            func table(_ name: String) throws -> Table<[UInt8]> {
                try environment.table(TableDefinition(name), creates: creates)
            }
            records = try table("records")
            contents = try table("contents")
            unsettled = try table("unsettled")
            self.environment = environment
        } catch {
            throw EventLogError.from(error)
        }
    }

    func close() { environment.close() }

    /// - Returns: nil when there is no such upload.
    func record(of media: MediaID) throws(EventLogError) -> MediaRecord? {
        try EventLogError.translating { () throws -> MediaRecord? in
            let stored = try environment.read { transaction throws in
                try transaction.get(media.rawValue.bytes, in: records)?.bytes
            }
            return try stored.map { try MediaRecord(media, stored: $0) }
        }
    }

    /// Whether there is such an upload, also one whose record can't be read.
    func contains(_ media: MediaID) throws(EventLogError) -> Bool {
        try EventLogError.translating { () throws -> Bool in
            try environment.read { try $0.contains(media.rawValue.bytes, in: records) }
        }
    }

    /// Whether a person has uploaded anything that is still there.
    func hasContent(of owner: UserID) throws(EventLogError) -> Bool {
        try EventLogError.translating { () throws -> Bool in
            try environment.read { transaction throws in
                var cursor = try Cursor(contents, in: transaction)
                let prefix = owner.rawValue.bytes
                guard try cursor.seek(to: prefix) else { return false }
                return cursor.keyBytes.withUnsafeBytes { $0.starts(with: prefix) }
            }
        }
    }

    /// Adds a record, unless its owner has uploaded the same before; then it counts as uploaded now, too.
    ///
    /// Durable when it returns. Must run to its end on one thread.
    /// - Returns: what the content is kept as.
    func add(_ record: MediaRecord) throws(EventLogError) -> MediaRecord {
        try EventLogError.translating { () throws -> MediaRecord in
            try environment.write { transaction throws in
                if let known = try renew(record, in: &transaction) { return known }
                let key = record.media.rawValue.bytes
                try transaction.put(key, for: record.contentKey, in: contents)
                try transaction.put(record.stored, for: key, in: records)
                try transaction.put(Unsettled(.unused, since: record.created).stored, for: key, in: unsettled)
                return record
            }
        }
    }
}

extension RawSpan {
    var media: MediaID { MediaID(rawValue: UUID(bytes: bytes)) }
}
