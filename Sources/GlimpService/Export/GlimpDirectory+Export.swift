import EventLog
import GlimpDomain
import GlimpReadModels

extension GlimpDirectory {
    /// Everything that a person has, as it is now, to be written as one archive.
    ///
    /// Rows are read here, at one position; events up to it, and photos, as the archive is written.
    /// - Parameter holdings: what the person has elsewhere; this module does not know it.
    /// - Throws: `user_not_found`; what reading the rows throws; ``EventLogError``, `full` when the disk has no room for
    ///   them.
    package func export(of user: UserID, holdings: [ExportHolding]) async throws -> AccountExport {
        let now = clock.now()
        let (collected, position) = try await withTaskExecutorPreference(ExportThreads.shared) {
            try await ExportCollected.gather(of: user, at: now, from: readModels, in: path)
        }
        let history = ExportHistory(
            log: ExportLog(log: log, user: user, position: position, details: details.opener),
            readModels: readModels)
        return AccountExport(
            user: user, username: collected.username, now: now, position: position, collected: collected,
            holdings: holdings, history: history, media: media, directory: path)
    }
}
