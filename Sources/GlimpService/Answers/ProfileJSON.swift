import EventLog
import GlimpDomain
import GlimpReadModels

/// A profile as programs see it. Absent values are left out.
package struct ProfileJSON: Encodable, Sendable {
    package var position: UInt64
    package var userId: String
    package var username: String
    package var displayName: String?
    package var email: String?
    package var picture: PhotoJSON?
    package var registeredAt: String

    package init(_ answer: Answer<Profile>) {
        let profile = answer.value
        position = answer.position.rawValue
        userId = profile.userID.description
        username = profile.username
        displayName = profile.displayName.isEmpty ? nil : profile.displayName
        email = profile.email
        picture = profile.picture.map(PhotoJSON.init)
        registeredAt = profile.registeredAt.rfc3339
    }
}
