import EventLog

extension MediaFiles {
    /// Opens what is kept of an upload.
    /// - Throws: ``EventLogError``: `corrupted` when it is missing or cut short.
    func open(_ record: MediaRecord, with keys: PersonKeys) throws(EventLogError) -> SealedFile {
        let path = file(record.media)
        let opened: SealedFile
        let key = try keys.key(of: record.owner)
        do throws(EventLogError) {
            opened = try SealedFile(path, of: key)
        } catch  where error.code == .notFound {
            throw EventLogError(.corrupted, "\(path) is missing and its record is not: restore media/")
        }
        guard opened.bytes == Int(record.bytes) else {
            throw EventLogError(.corrupted, "\(path) is cut short: restore media/")
        }
        return opened
    }
}
