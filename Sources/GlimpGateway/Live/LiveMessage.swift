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

    /// - Parameter tells: whether a notification is news, and not one of before that has changed.
    mutating func add(_ change: CollectionChange, tells: (Position) -> Bool) {
        collections.insert(change.collection)
        guard case .put(.notification(let notification)) = change.change, tells(notification.position) else { return }
        notifications.append(Notification(row: notification, change: change))
    }
}
