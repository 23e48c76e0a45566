import EventLog
import GlimpDomain

extension MediaStore {
    /// Claims uploads for commands of their owner. Waits for the disk, unless all are claimed or used already.
    /// - Returns: those that are there and theirs.
    func claim(_ media: [MediaID], of owner: UserID) throws(EventLogError) -> [MediaID: MediaRecord] {
        try openIndex().claim(media, of: owner, at: now())
    }

    /// Looked at in the log's transaction, in which nothing may wait: reads only.
    /// - Throws: ``EventLogError`` `conflict` when an upload is not held any more.
    func requireHeld(_ claimed: [MediaID]) throws(EventLogError) {
        let index = try openIndex()
        for media in claimed where try !index.isHeld(media) {
            throw EventLogError(
                .conflict, "upload \(media) was claimed too long ago and may be removed; send the command again")
        }
    }
}
