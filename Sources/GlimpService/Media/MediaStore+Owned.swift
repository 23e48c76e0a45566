import EventLog
import GlimpDomain
import LMDB

extension MediaIndex {
    /// Some hundred uploads of a person, in no order that means anything.
    /// - Parameter key: where an earlier page ended.
    func uploads(
        of owner: UserID, after key: [UInt8]?
    ) throws(EventLogError) -> (media: [MediaID], next: [UInt8]?) {
        try EventLogError.translating { () throws -> (media: [MediaID], next: [UInt8]?) in
            try environment.read { transaction throws in
                let prefix = owner.rawValue.bytes
                var media: [MediaID] = []
                let start = key ?? prefix
                // Keys of contents begin with their owner, and are longer.
                var cursor = try Cursor(contents, in: transaction)
                var isThere = try cursor.seek(to: start)
                while isThere, cursor.keyBytes.bytes.starts(with: prefix) {
                    if cursor.keyBytes.bytes != key { media.append(cursor.value.media) }
                    if media.count == 500 { return (media, cursor.keyBytes.bytes) }
                    isThere = try cursor.next()
                }
                return (media, nil)
            }
        }
    }
}

extension MediaStore {
    /// Some hundred uploads of a person, used or not.
    func uploads(of owner: UserID, after key: [UInt8]?) throws(EventLogError) -> (media: [MediaID], next: [UInt8]?) {
        guard exists else { return ([], nil) }
        return try openIndex().uploads(of: owner, after: key)
    }
}
