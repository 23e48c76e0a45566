public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// Something that a person is told.
public struct UserNotification: Hashable, Sendable {
    /// Of the event that it tells of: its place among the others, and what ``MarkNotificationsRead`` names.
    public var position: Position
    public var kind: NotificationKind
    /// Who did it.
    public var who: PersonSummary
    public var at: Timestamp
    /// The glimp that was asked for or sent; nil: it is about none.
    public var request: GlimpRequestID?
    /// The public photo that was liked or commented on, which may be gone since; nil: it is about none.
    public var photo: PhotoID?
    /// The comment that was added.
    public var comment: CommentID?
    /// Of a request for a glimp.
    public var expiresAt: Timestamp?
    /// Until it expires, begun ones counted whole: never 0 while it is open; nil for what has no end, or is over.
    public var secondsLeft: Int64?
    /// How what could be done about it came to its end; nil: it did not yet, or there was nothing to do.
    public var ending: Ending?
    /// Not read, and not over.
    public var isUnread: Bool

    /// What became of an invitation or a request.
    public enum Ending: String, Hashable, Sendable {
        case accepted, answered, declined, cancelled, expired
    }
}

extension UserNotification {
    init(
        _ row: Glimp_V1_Rows_Notification, readThrough: Position, at now: Timestamp, _ names: borrowing Snapshot
    ) throws {
        kind = try NotificationKind(row: row.kind)
        position = Position(row.position)
        who = try names.person(UserID(row: row.who))
        at = Timestamp(row: row.at)
        request = row.request.isEmpty ? nil : try GlimpRequestID(row: row.request)
        photo = row.photo.isEmpty ? nil : try PhotoID(row: row.photo)
        comment = row.comment.isEmpty ? nil : try CommentID(row: row.comment)
        expiresAt = row.expiry
        ending = try row.isExpired(at: now) ? .expired : Ending(row: row.ending)
        secondsLeft = ending == nil ? expiresAt?.secondsLeft(at: now) : nil
        isUnread = position > readThrough && ending == nil
    }
}

extension Glimp_V1_Rows_Notification {
    /// Until when what it tells of can be answered; nil: there is nothing to answer.
    var expiry: Timestamp? { kind == .glimpRequested ? Timestamp(row: expiresAt) : nil }

    /// Whether its time is up, and no event says so yet.
    func isExpired(at now: Timestamp) -> Bool {
        guard ending == .none, let expiry else { return false }
        return expiry <= now
    }
}

extension UserNotification.Ending {
    init?(row: Glimp_V1_Rows_Notification.Ending) throws {
        switch row {
        case .none: return nil
        case .accepted: self = .accepted
        case .answered: self = .answered
        case .declined: self = .declined
        case .cancelled: self = .cancelled
        case .expired: self = .expired
        case .UNRECOGNIZED(let number):
            throw ProjectionError(.damaged, "a row holds the ending \(number), which is none; rebuild collections")
        }
    }
}
