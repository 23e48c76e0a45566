import GlimpDomain
import Projections

/// What a person has, one kind of row each. The glimps shared with somebody are among those received and sent.
public enum PersonalCollection: UInt8, CaseIterable, Hashable, Sendable {
    // The numbers stand in rows: never reuse one.

    /// The person's own profile: one row.
    case profile = 1
    /// By the friend's id.
    case friends = 2
    /// How many glimps there are with somebody, by their id; they need not be friends any more.
    case sharedGlimps = 3
    /// By the inviter's id.
    case incomingInvitations = 4
    /// By the id of who was invited.
    case outgoingInvitations = 5
    /// By the request's id, as the next three.
    case incomingRequests = 6
    case outgoingRequests = 7
    case received = 8
    case sent = 9
    /// By the position of the event.
    case notifications = 10
    /// Up to where the person has read: one row.
    case readThrough = 11
    /// The kinds that the person wants pushed: one row, none before they have chosen.
    case pushedNotifications = 12

    /// Stable: `incomingRequests`.
    public var name: String { "\(self)" }
}

extension RowCollection {
    /// - Parameter id: what names a row within the collection.
    init(_ collection: PersonalCollection, id: @escaping @Sendable (Value) -> String) {
        self.init(collection.rawValue) { _, value in id(value) }
    }

    /// A collection whose rows are named by the person after the owner in their keys.
    init(_ collection: PersonalCollection) {
        self.init(collection.rawValue) { key, _ in
            let other: UserID = try key.secondID()
            return other.description
        }
    }
}
