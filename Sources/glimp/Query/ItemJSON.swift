import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

// The items of lists as programs see them. Absent values are left out.

struct PhotoJSON: Encodable {
    var media: String
    var mime: String
    var width: Int
    var height: Int
    var bytes: Int64

    init(_ photo: Photo) {
        media = photo.media.description
        mime = photo.mime
        width = Int(photo.width)
        height = Int(photo.height)
        bytes = Int64(photo.bytes)
    }
}

struct PersonJSON: Encodable {
    var userId: String
    var username: String
    var displayName: String?
    var picture: PhotoJSON?

    init(_ person: PersonSummary) {
        userId = person.userID.description
        username = person.username
        displayName = person.displayName.isEmpty ? nil : person.displayName
        picture = person.picture.map(PhotoJSON.init)
    }
}

struct FriendJSON: Encodable {
    struct OpenRequest: Encodable {
        var request: String
        var expiresAt: String
        var secondsLeft: Int64
    }
    var userId: String
    var username: String
    var displayName: String?
    var picture: PhotoJSON?
    var since: String
    var sharedGlimps: Int
    var openRequest: OpenRequest?

    init(_ friend: Friend, at now: Timestamp) {
        let person = PersonJSON(friend.person)
        userId = person.userId
        username = person.username
        displayName = person.displayName
        picture = person.picture
        since = friend.since.rfc3339
        sharedGlimps = friend.sharedGlimps
        openRequest = friend.openRequest.map {
            OpenRequest(
                request: $0.request.description, expiresAt: $0.expiresAt.rfc3339,
                secondsLeft: $0.expiresAt.secondsLeft(at: now))
        }
    }
}

struct InvitationJSON: Encodable {
    var inviter: PersonJSON
    var invited: PersonJSON
    var invitedAt: String

    init(_ invitation: Invitation) {
        inviter = PersonJSON(invitation.inviter)
        invited = PersonJSON(invitation.invited)
        invitedAt = invitation.invitedAt.rfc3339
    }
}

struct RequestJSON: Encodable {
    var request: String
    var asker: PersonJSON
    var answerer: PersonJSON
    var requestedAt: String
    var expiresAt: String
    var secondsLeft: Int64

    init(_ request: GlimpRequest) {
        self.request = request.request.description
        asker = PersonJSON(request.asker)
        answerer = PersonJSON(request.answerer)
        requestedAt = request.requestedAt.rfc3339
        expiresAt = request.expiresAt.rfc3339
        secondsLeft = request.secondsLeft
    }
}

struct GlimpJSON: Encodable {
    var request: String
    var asker: PersonJSON
    var answerer: PersonJSON
    var answeredAt: String
    var photo: PhotoJSON

    init(_ glimp: Glimp) {
        request = glimp.request.description
        asker = PersonJSON(glimp.asker)
        answerer = PersonJSON(glimp.answerer)
        answeredAt = glimp.answeredAt.rfc3339
        photo = PhotoJSON(glimp.photo)
    }
}
