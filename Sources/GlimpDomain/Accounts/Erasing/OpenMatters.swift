import EventLog

/// Everything of one person's that is there and can end, as far as a boundary shows.
public struct OpenMatters: Sendable {
    private let user: UserID
    private(set) var isRegistered = false
    private(set) var isErased = false
    private(set) var emailHash: KeyedHash<EmailAddress>?
    private var friends: Set<UserID> = []
    /// Who waits for an answer of whom: one of the two is the person.
    private var invitations: Set<Invitation> = []
    private var requests: [GlimpRequestID: GlimpRequested] = [:]
    private var snaps: [SnapID: SnapPosted] = [:]
    private var photos: [PhotoID: PhotoPublished] = [:]
    private var albums: [AlbumID: AlbumCreated] = [:]
    private var likes: [PhotoID: PhotoLiked] = [:]
    private var comments: [CommentID: CommentAdded] = [:]

    private struct Invitation: Hashable {
        let inviter: UserID
        let invited: UserID
    }

    init(of user: UserID) { self.user = user }

    static let types: [EventType] =
        [
            AccountRegistered.type, EmailChanged.type, AccountErased.type, SnapPosted.type, SnapDeleted.type,
            PhotoPublished.type, PhotoUnpublished.type, AlbumCreated.type, AlbumDeleted.type, PhotoLiked.type,
            PhotoUnliked.type, CommentAdded.type, CommentDeleted.type, FriendRemoved.type,
        ] + .invitations + .requests

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .accountRegistered(let event):
            isRegistered = true
            emailHash = event.emailHash
        case .emailChanged(let event): emailHash = event.emailHash
        case .accountErased: isErased = true
        case .friendInvited(let event):
            invitations.insert(Invitation(inviter: event.inviter, invited: event.invited))
        case .friendAccepted(let event):
            close(event.inviter, event.accepter)
            friends.insert(event.inviter == user ? event.accepter : event.inviter)
        case .friendDeclined(let event): close(event.inviter, event.decliner)
        case .invitationCancelled(let event): close(event.inviter, event.invited)
        case .friendRemoved(let event): friends.remove(event.remover == user ? event.removed : event.remover)
        case .glimpRequested(let event): requests[event.request] = event
        case .glimpAnswered(let event): requests[event.request] = nil
        case .glimpDeclined(let event): requests[event.request] = nil
        case .glimpRequestCancelled(let event): requests[event.request] = nil
        case .glimpExpired(let event): requests[event.request] = nil
        case .snapPosted(let event): snaps[event.snap] = event
        case .snapDeleted(let event): snaps[event.snap] = nil
        case .photoPublished(let event): photos[event.photo] = event
        case .photoUnpublished(let event): photos[event.photo] = nil
        case .albumCreated(let event): albums[event.album] = event
        case .albumDeleted(let event): albums[event.album] = nil
        case .photoLiked(let event): likes[event.photo] = event
        case .photoUnliked(let event): likes[event.photo] = nil
        case .commentAdded(let event): comments[event.comment] = event
        case .commentDeleted(let event): comments[event.comment] = nil
        default: break
        }
    }

    private mutating func close(_ inviter: UserID, _ invited: UserID) {
        invitations.remove(Invitation(inviter: inviter, invited: invited))
    }

    /// What ends it all, in an order that depends on nothing but what there is. A request whose time is up is left to
    /// expire; a friendship ends after the requests between the two.
    func endings(by user: UserID, at now: Timestamp) -> [DomainEvent] {
        var events: [DomainEvent] = []
        for request in sorted(requests) where now < request.expiresAt {
            let (asker, answerer) = (request.asker, request.answerer)
            events.append(
                asker == user
                    ? .glimpRequestCancelled(
                        GlimpRequestCancelled(request: request.request, asker: asker, answerer: answerer))
                    : .glimpDeclined(GlimpDeclined(request: request.request, asker: asker, answerer: answerer)))
        }
        for invitation in invitations.sorted(by: { ($0.inviter, $0.invited) < ($1.inviter, $1.invited) }) {
            events.append(
                invitation.inviter == user
                    ? .invitationCancelled(InvitationCancelled(inviter: user, invited: invitation.invited))
                    : .friendDeclined(FriendDeclined(inviter: invitation.inviter, decliner: user)))
        }
        events += friends.sorted().map { .friendRemoved(FriendRemoved(remover: user, removed: $0)) }
        events += sorted(snaps).map { .snapDeleted(SnapDeleted(snap: $0.snap, feed: $0.feed, poster: user)) }
        events += sorted(albums).map { .albumDeleted(AlbumDeleted(album: $0.album, owner: user)) }
        events += sorted(comments).map {
            .commentDeleted(
                CommentDeleted(comment: $0.comment, photo: $0.photo, owner: $0.owner, author: user, deletedBy: user))
        }
        events += sorted(likes).map {
            .photoUnliked(PhotoUnliked(photo: $0.photo, owner: $0.owner, liker: user))
        }
        events += sorted(photos).map {
            .photoUnpublished(PhotoUnpublished(photo: $0.photo, owner: user, media: $0.content.media))
        }
        return events
    }

    private func sorted<ID: Identifier, Event>(_ matters: [ID: Event]) -> [Event] {
        matters.sorted { $0.key < $1.key }.map(\.value)
    }
}
