import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// Who is whose friend. A friend whose name or picture changes is a changed friend.
struct FriendsProjection: GlimpProjection {
    let name = "friends"
    let version = 2

    static let friends = RowTable(
        "friends.since", key: [.uuid("user"), .uuid("friend")], of: Glimp_V1_Rows_Friend.self,
        collection: RowCollection(.friends))
    static let counts = RowTable("friends.counts", key: [.uuid("user")], of: UInt64.self)
    let tables = [friends.shape, counts.shape]

    static let types: Set<EventType> = [
        FriendAccepted.type, FriendRemoved.type, DisplayNameChanged.type, ProfilePictureChanged.type,
    ]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .friendAccepted(let event):
            let friend = Glimp_V1_Rows_Friend.with { $0.since = envelope.time.microseconds }
            for (user, other) in [(event.inviter, event.accepter), (event.accepter, event.inviter)] {
                if try rows.get(RowKey(user).id(other), in: Self.friends) == nil {
                    try rows.count(1, for: RowKey(user), in: Self.counts)
                }
                try rows.put(friend, for: RowKey(user).id(other), in: Self.friends)
            }
        case .friendRemoved(let event):
            for (user, other) in [(event.remover, event.removed), (event.removed, event.remover)]
            where try rows.remove(RowKey(user).id(other), from: Self.friends) {
                try rows.count(-1, for: RowKey(user), in: Self.counts)
            }
        case .displayNameChanged(let event): try changeProfile(of: event.user, envelope.position, in: &rows)
        case .profilePictureChanged(let event): try changeProfile(of: event.user, envelope.position, in: &rows)
        default: break
        }
    }

    private func changeProfile(of user: UserID, _ position: Position, in rows: inout Rows) throws {
        for row in try rows.rows(RowRange(prefix: RowKey(user)), of: Self.friends, limit: .max) {
            // Friendship is mutual: the friend has a row of the same moment.
            var friend = row.value
            friend.profilePosition = position.rawValue
            let other: UserID = try row.key.secondID()
            try rows.put(friend, for: RowKey(other).id(user), in: Self.friends)
        }
    }
}
