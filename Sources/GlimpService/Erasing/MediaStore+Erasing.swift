import EventLog
import GlimpDomain
import LMDB

extension MediaStore {
    /// Removes every upload of a person, with its smaller sizes.
    ///
    /// Must run to its end on one thread.
    func removeEverything(of owner: UserID) throws(EventLogError) {
        guard exists else { return }
        let index = try openIndex()
        while true {
            let uploads = try index.uploads(of: owner, after: nil).media
            guard !uploads.isEmpty else { return }
            try index.removeRecords(of: uploads)
            // Killed here, a sweep finds them among what is removed, and goes on.
            for media in uploads { _ = try files.removeAll(of: media) }
            try index.forget(uploads)
        }
    }
}

extension MediaIndex {
    /// Says of uploads that they are removed: no record leads to their files any more.
    fileprivate func removeRecords(of uploads: [MediaID]) throws(EventLogError) {
        try EventLogError.translating {
            try environment.write { transaction throws in
                for media in uploads {
                    let key = media.rawValue.bytes
                    guard let stored = try transaction.get(key, in: records)?.bytes else { continue }
                    let record = try MediaRecord(media, stored: stored)
                    try transaction.remove(key, from: records)
                    try transaction.remove(record.contentKey, from: contents)
                    try transaction.put(Unsettled(.removed, since: record.created).stored, for: key, in: unsettled)
                }
            }
        }
    }
}
