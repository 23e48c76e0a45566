import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// What each person is told, how far they have read, and what they want pushed.
///
/// An event tells at most one person. What could be done about a notification ends with an event too; the notification
/// then stays and says how, and is unread no more. Whether the time of a request is up is for the reader to say.
struct NotificationsProjection: GlimpProjection {
    let name = "notifications"
    let version = 2

    typealias Row = Glimp_V1_Rows_Notification
    static let all = RowTable(
        "notifications.all", key: [.uuid("user"), .descending("position")], of: Row.self,
        collection: RowCollection(.notifications) { "\($0.position)" })
    /// Those of `all` that were not read, and about which something can still be done, if ever.
    static let unread = RowTable("notifications.unread", key: [.uuid("user"), .descending("position")], of: Row.self)
    static let counts = RowTable("notifications.counts", key: [.uuid("user")], of: UInt64.self)
    static let unreadCounts = RowTable("notifications.unread-counts", key: [.uuid("user")], of: UInt64.self)
    /// The last position that a person has read.
    static let readThrough = RowTable(
        "notifications.read-through", key: [.uuid("user")], of: UInt64.self,
        collection: RowCollection(.readThrough) { _ in "" })
    static let preferences = RowTable(
        "notifications.preferences", key: [.uuid("user")], of: Glimp_V1_Rows_NotificationPreferences.self,
        collection: RowCollection(.pushedNotifications) { _ in "" })
    /// The positions of what one person was told about another.
    static let about = RowTable(
        "notifications.about", key: [.uuid("user"), .uuid("who"), .ascending("position")], of: UInt64.self)
    /// The position of an open invitation.
    static let invitations = RowTable(
        "notifications.invitations", key: [.uuid("inviter"), .uuid("invited")], of: UInt64.self)
    /// The position of an open request.
    static let requests = RowTable("notifications.requests", key: [.uuid("request")], of: UInt64.self)
    /// The position of a like: of a photo somebody else's.
    static let likes = RowTable("notifications.likes", key: [.uuid("photo"), .uuid("liker")], of: UInt64.self)
    /// The position of a comment on a photo somebody else's.
    static let comments = RowTable("notifications.comments", key: [.uuid("comment")], of: UInt64.self)
    let tables = [
        all.shape, unread.shape, counts.shape, unreadCounts.shape, readThrough.shape, preferences.shape, about.shape,
        invitations.shape, requests.shape, likes.shape, comments.shape,
    ]

    static let types: Set<EventType> = [
        FriendInvited.type, FriendAccepted.type, FriendDeclined.type, InvitationCancelled.type, UserBlocked.type,
        GlimpRequested.type, GlimpAnswered.type, GlimpDeclined.type, GlimpRequestCancelled.type, GlimpExpired.type,
        NotificationsRead.type, NotificationPreferencesSet.type, PhotoLiked.type, PhotoUnliked.type,
        CommentAdded.type, CommentDeleted.type,
    ]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .friendInvited(let event):
            try tell(event.invited, Row(.friendInvited, by: event.inviter, envelope), in: &rows)
            let invitation = RowKey(event.inviter).id(event.invited)
            try rows.put(envelope.position.rawValue, for: invitation, in: Self.invitations)
        case .friendAccepted(let event):
            try endInvitation(event.inviter, event.accepter, .accepted, in: &rows)
            try tell(event.inviter, Row(.friendAccepted, by: event.accepter, envelope), in: &rows)
        case .friendDeclined(let event): try endInvitation(event.inviter, event.decliner, .declined, in: &rows)
        case .invitationCancelled(let event): try endInvitation(event.inviter, event.invited, .cancelled, in: &rows)
        case .glimpRequested(let event):
            var row = Row(.glimpRequested, by: event.asker, envelope)
            row.request = event.request.description
            row.expiresAt = event.expiresAt.microseconds
            try tell(event.answerer, row, in: &rows)
            try rows.put(row.position, for: RowKey(event.request), in: Self.requests)
        case .glimpAnswered(let event):
            try endRequest(event, .answered, in: &rows)
            var row = Row(.glimpAnswered, by: event.answerer, envelope)
            row.request = event.request.description
            try tell(event.asker, row, in: &rows)
        case .glimpDeclined(let event): try endRequest(event, .declined, in: &rows)
        case .glimpRequestCancelled(let event): try endRequest(event, .cancelled, in: &rows)
        case .glimpExpired(let event): try endRequest(event, .expired, in: &rows)
        case .userBlocked(let event):
            try forget(event.blocked, by: event.blocker, in: &rows)
            try forget(event.blocker, by: event.blocked, in: &rows)
        case .photoLiked(let event): try tell(event, envelope, in: &rows)
        case .photoUnliked(let event):
            let like = RowKey(event.photo).id(event.liker)
            guard let position = try rows.take(like, from: Self.likes) else { return }
            try takeBack(position, about: event.liker, of: event.owner, in: &rows)
        case .commentAdded(let event): try tell(event, envelope, in: &rows)
        case .commentDeleted(let event):
            guard let position = try rows.take(RowKey(event.comment), from: Self.comments) else { return }
            try takeBack(position, about: event.author, of: event.owner, in: &rows)
        case .notificationsRead(let event): try read(event, in: &rows)
        case .notificationPreferencesSet(let event):
            let row = Glimp_V1_Rows_NotificationPreferences.with { $0.pushed = event.wire.pushed }
            try rows.put(row, for: RowKey(event.user), in: Self.preferences)
        default: break
        }
    }
}

extension Glimp_V1_Rows_Notification {
    init(_ kind: NotificationKind, by who: UserID, _ envelope: SequencedEvent) {
        self = .with {
            $0.kind = kind.wire
            $0.who = who.description
            $0.at = envelope.time.microseconds
            $0.position = envelope.position.rawValue
        }
    }
}
