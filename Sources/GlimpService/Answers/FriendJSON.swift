import EventLog
import GlimpDomain
import GlimpReadModels

/// A friend as programs see them.
package struct FriendJSON: Encodable, Sendable {
    package struct OpenRequest: Encodable, Sendable {
        package var request: String
        package var expiresAt: String
        package var secondsLeft: Int64
    }
    package var userId: String
    package var username: String
    package var displayName: String?
    package var picture: PhotoJSON?
    package var since: String
    package var sharedGlimps: Int
    package var openRequest: OpenRequest?

    package init(_ friend: Friend, at now: Timestamp) {
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
