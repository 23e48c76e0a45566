import EventLog
import FoundationEssentials

/// How far the log was looked at, and in which log.
struct OutboxCheckpoint: Codable, Hashable, Sendable {
    /// Of `outbox/` as a whole.
    static let form = 1

    var form = OutboxCheckpoint.form
    var position: UInt64
    var logID: UUID
    /// Of the event at `position`; empty at the beginning.
    var leafHash: Data
    /// What comes after the position is history, until the import that has begun has ended.
    var isImporting = false

    /// Where `log` is at `position`.
    init(_ position: Position, in log: some EventStore) throws {
        self.position = position.rawValue
        logID = log.logID
        leafHash = Data(position == .beginning ? [] : try log.leafHash(at: position) ?? [])
    }

    /// Whether the log has the past that was looked at: it may have been restored, or exchanged.
    func belongs(to log: some EventStore) throws -> Bool {
        guard logID == log.logID else { return false }
        if position == 0 { return true }
        return try Position(position) <= log.head()
            && log.leafHash(at: Position(position)).map { Data($0) } == leafHash
    }
}
