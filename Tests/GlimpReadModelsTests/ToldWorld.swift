import EventLog
import GlimpDomain

@testable import GlimpReadModels

/// What the rules imply that everybody has been told, kept as plainly as possible.
struct ToldWorld {
    struct Told: Hashable {
        var user: UserID
        var who: UserID
        var kind: NotificationKind
        var position: UInt64
        var request: GlimpRequestID?
        var photo: PhotoID?
        var comment: CommentID?
        var expiresAt: Timestamp?
        var ending: UserNotification.Ending?
        var isUnread = true
    }

    private(set) var readThrough: [UserID: UInt64] = [:]
    private(set) var pushed: [UserID: Set<NotificationKind>] = [:]
    private var told: [Told] = []

    /// What a person has been told, newest first, as it is at `now`.
    func told(to user: UserID, at now: Timestamp) -> [Told] {
        told.reversed().filter { $0.user == user }.map { told in
            var told = told
            if told.ending == nil, let expiresAt = told.expiresAt, expiresAt <= now { told.ending = .expired }
            told.isUnread = told.ending == nil && told.position > readThrough[user, default: 0]
            return told
        }
    }

    mutating func evolve(_ event: DomainEvent, at position: UInt64) {
        switch event {
        case .friendInvited(let event):
            told.append(
                Told(user: event.invited, who: event.inviter, kind: .friendInvited, position: position))
        case .friendAccepted(let event):
            endInvitation(event.inviter, event.accepter, .accepted)
            told.append(
                Told(user: event.inviter, who: event.accepter, kind: .friendAccepted, position: position))
        case .friendDeclined(let event): endInvitation(event.inviter, event.decliner, .declined)
        case .invitationCancelled(let event): endInvitation(event.inviter, event.invited, .cancelled)
        case .glimpRequested(let event):
            told.append(
                Told(
                    user: event.answerer, who: event.asker, kind: .glimpRequested, position: position,
                    request: event.request, expiresAt: event.expiresAt))
        case .glimpAnswered(let event):
            endRequest(event.request, .answered)
            told.append(
                Told(
                    user: event.asker, who: event.answerer, kind: .glimpAnswered, position: position,
                    request: event.request))
        case .glimpDeclined(let event): endRequest(event.request, .declined)
        case .glimpRequestCancelled(let event): endRequest(event.request, .cancelled)
        case .glimpExpired(let event): endRequest(event.request, .expired)
        case .photoLiked(let event) where event.liker != event.owner:
            told.append(
                Told(
                    user: event.owner, who: event.liker, kind: .photoLiked, position: position, photo: event.photo))
        case .photoUnliked(let event):
            told.removeAll { $0.kind == .photoLiked && $0.photo == event.photo && $0.who == event.liker }
        case .commentAdded(let event) where event.author != event.owner:
            told.append(
                Told(
                    user: event.owner, who: event.author, kind: .photoCommented, position: position,
                    photo: event.photo, comment: event.comment))
        case .commentDeleted(let event): told.removeAll { $0.comment == event.comment }
        case .userBlocked(let event):
            told.removeAll { Pair($0.user, $0.who) == Pair(event.blocker, event.blocked) }
        case .notificationsRead(let event): readThrough[event.user] = event.position.rawValue
        case .notificationPreferencesSet(let event): pushed[event.user] = event.pushed
        default: break
        }
    }

    private mutating func endInvitation(_ inviter: UserID, _ invited: UserID, _ ending: UserNotification.Ending) {
        for index in told.indices
        where told[index].kind == .friendInvited && told[index].who == inviter && told[index].user == invited {
            told[index].ending = told[index].ending ?? ending
        }
    }

    private mutating func endRequest(_ request: GlimpRequestID, _ ending: UserNotification.Ending) {
        for index in told.indices where told[index].kind == .glimpRequested && told[index].request == request {
            told[index].ending = ending
        }
    }
}
