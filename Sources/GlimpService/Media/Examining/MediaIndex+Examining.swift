import EventLog
import GlimpDomain
import LMDB

extension MediaIndex {
    /// What stands in the index of one upload.
    struct Entry {
        let media: MediaID
        /// Or why it can't be read.
        let record: Result<MediaRecord, EventLogError>
        /// Or why it can't be read.
        let unsettled: Result<Unsettled?, EventLogError>
        /// Whether its content leads back to it.
        let isFoundByContent: Bool
    }

    private static let pageSize = 500

    /// Calls `body` with every upload; some hundreds are read on one snapshot, so that none is held for long.
    func forEachUpload(_ body: (Entry) throws -> Void) throws {
        var start: [UInt8]?
        repeat {
            let page = try page(from: start)
            try page.entries.forEach(body)
            start = page.next
        } while start != nil
    }

    private func page(from start: [UInt8]?) throws(EventLogError) -> (entries: [Entry], next: [UInt8]?) {
        try EventLogError.translating { () throws -> (entries: [Entry], next: [UInt8]?) in
            try environment.read { transaction throws in
                var entries: [Entry] = []
                var cursor = try Cursor(records, in: transaction)
                var isThere = try start.map { try cursor.seek(to: $0) } ?? cursor.first()
                while isThere, entries.count < Self.pageSize {
                    let media = cursor.keyBytes.media
                    let stored = cursor.value.bytes
                    let record = Result { () throws(EventLogError) in try MediaRecord(media, stored: stored) }
                    let noted = try transaction.get(cursor.keyBytes.bytes, in: unsettled)?.bytes
                    let row = Result { () throws(EventLogError) in
                        try noted.map { noted throws(EventLogError) in try Unsettled(media, stored: noted) }
                    }
                    var isFound = false
                    if case .success(let record) = record {
                        isFound = try transaction.get(record.contentKey, in: contents)?.media == media
                    }
                    entries.append(
                        Entry(media: media, record: record, unsettled: row, isFoundByContent: isFound))
                    isThere = try cursor.next()
                }
                return (entries, isThere ? cursor.keyBytes.bytes : nil)
            }
        }
    }

    /// How many uploads there are, and how many contents lead to one: as many, or a content leads to none.
    func counts() throws(EventLogError) -> (uploads: Int, contents: Int) {
        try EventLogError.translating { () throws -> (uploads: Int, contents: Int) in
            try environment.read { (uploads: try $0.count(records), contents: try $0.count(contents)) }
        }
    }
}
