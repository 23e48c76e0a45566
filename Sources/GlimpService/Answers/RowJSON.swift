import EventLog
import GlimpDomain
import GlimpReadModels

/// A row of a person's collections as it is stored: only the members that its collection has.
package struct RowJSON: Encodable, Sendable {
    var userId: String?
    var username: String?
    var displayName: String?
    var email: String?
    var picture: PhotoJSON?
    var registeredAt: String?
    var since: String?
    var profileChangedAt: UInt64?
    var count: Int?
    var inviter: String?
    var invited: String?
    var invitedAt: String?
    var request: String?
    var asker: String?
    var answerer: String?
    var requestedAt: String?
    var expiresAt: String?
    var answeredAt: String?
    var photo: PhotoJSON?
    var position: UInt64?
    var kind: String?
    var who: String?
    var at: String?
    var ending: String?
    var publicPhoto: String?
    var comment: String?
    var kinds: [String]?

    package init(_ row: CollectionRow) {
        switch row {
        case .profile(let profile):
            userId = profile.userID.description
            username = profile.username
            displayName = profile.displayName.isEmpty ? nil : profile.displayName
            email = profile.email
            picture = profile.picture.map(PhotoJSON.init)
            registeredAt = profile.registeredAt.rfc3339
        case .friend(let friend):
            userId = friend.friend.description
            since = friend.since.rfc3339
            profileChangedAt = friend.profileChangedAt?.rawValue
        case .sharedGlimps(let shared):
            userId = shared.other.description
            count = shared.count
        case .invitation(let invitation):
            inviter = invitation.inviter.description
            invited = invitation.invited.description
            invitedAt = invitation.invitedAt.rfc3339
        case .request(let request):
            self.request = request.request.description
            asker = request.asker.description
            answerer = request.answerer.description
            requestedAt = request.requestedAt.rfc3339
            expiresAt = request.expiresAt.rfc3339
        case .glimp(let glimp):
            request = glimp.request.description
            asker = glimp.asker.description
            answerer = glimp.answerer.description
            answeredAt = glimp.answeredAt.rfc3339
            photo = PhotoJSON(glimp.photo)
        case .notification(let notification):
            position = notification.position.rawValue
            kind = notification.kind.name
            who = notification.who.description
            at = notification.at.rfc3339
            request = notification.request?.description
            expiresAt = notification.expiresAt?.rfc3339
            ending = notification.ending?.rawValue
            publicPhoto = notification.photo?.description
            comment = notification.comment?.description
        case .readThrough(let position): self.position = position.rawValue
        case .pushedNotifications(let kinds): self.kinds = kinds.map(\.name).sorted()
        }
    }
}
