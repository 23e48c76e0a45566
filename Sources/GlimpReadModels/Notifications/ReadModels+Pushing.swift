import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

extension ReadModels {
    /// The kinds of notifications that are pushed to a person: as chosen, else ``NotificationKind/pushedByDefault``.
    public func pushedKinds(to user: UserID) throws -> Answer<Set<NotificationKind>> {
        try store.read(GlimpReadModels.collections.name) { snapshot in
            guard let row = try snapshot.get(RowKey(user), in: NotificationsProjection.preferences) else {
                return Answer(NotificationKind.pushedByDefault, at: snapshot.position)
            }
            return Answer(Set(row.pushed.compactMap { NotificationKind($0) }), at: snapshot.position)
        }
    }

    /// Whether notifications of a kind are pushed to a person.
    public func pushes(_ kind: NotificationKind, to user: UserID) throws -> Answer<Bool> {
        let pushed = try pushedKinds(to: user)
        return Answer(pushed.value.contains(kind), at: pushed.position)
    }
}
