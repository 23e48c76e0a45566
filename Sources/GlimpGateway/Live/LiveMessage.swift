import EventLog
import GlimpReadModels

/// What one position changed for a person.
struct LiveMessage: Sendable {
    let position: Position
    /// What has changed: to be read anew, or brought up to date with the changes since the message before.
    private(set) var collections: Set<PersonalCollection> = []
    /// What the person is told, as it is by now.
    private(set) var notifications: [Notification] = []

    struct Notification: Sendable {
        let row: CollectionRow.Notification
        let change: CollectionChange
    }

    init(_ position: Position) { self.position = position }

    /// - Parameters:
    ///   - now: when it is told. A request that has expired by then is told to nobody.
    ///   - tells: whether a notification is news, and not one of before that has changed.
    mutating func add(_ change: CollectionChange, at now: Timestamp, tells: (Position) -> Bool) {
        collections.insert(change.collection)
        guard case .put(.notification(let notification)) = change.change, tells(notification.position) else { return }
        if notification.isExpired(at: now) { return }
        notifications.append(Notification(row: notification, change: change))
    }
}

extension CollectionRow.Notification {
    /// Whether it is of a request whose time to answer was over, also when no event says so yet.
    fileprivate func isExpired(at now: Timestamp) -> Bool {
        guard let expiresAt else { return false }
        return ending == .expired || (ending == nil && expiresAt <= now)
    }
}
