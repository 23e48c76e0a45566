public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

extension ReadModels {
    /// What a person was told by the event at a position, as it is now.
    /// - Returns: nil when they were told nothing there, or one of the two has blocked the other since.
    public func notification(
        of user: UserID, at position: Position, now: Timestamp
    ) async throws -> Answer<UserNotification?> {
        try await collections { collections, names in
            let key = RowKey(user).descending(position.rawValue)
            guard let row = try collections.get(key, in: NotificationsProjection.all) else { return nil }
            return try UserNotification(
                row, readThrough: try collections.readThrough(of: user), at: now, names)
        }
    }
}
