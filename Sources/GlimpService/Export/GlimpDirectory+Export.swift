import EventLog
import GlimpDomain
import GlimpReadModels

extension GlimpDirectory {
    /// Everything that a person has, as it is now, to be written as one archive.
    ///
    /// Rows are read here, at one position; events up to it, and photos, as the archive is written.
    /// - Parameter sessions: of the person; this module does not know them.
    /// - Throws: `user_not_found`; what reading the rows throws.
    package func export(of user: UserID, sessions: [ExportedSession]) async throws -> AccountExport {
        let now = Timestamp.now()
        let rows = try await readModels.everything(of: user, at: now)
        let events = ExportEvents(log: log, user: user, position: rows.position, details: details.opener)
        var history = ExportHistory()
        try await events.forEachPage(ExportHistory.types) { page in
            for event in page { try history.evolve(DomainEvent(event), at: event.time.rfc3339, details.opener) }
        }
        let contents = ExportContents(
            user: user, position: rows.position, now: now, rows: rows.value, history: history, sessions: sessions)
        return AccountExport(contents: contents, events: events, media: media)
    }
}
