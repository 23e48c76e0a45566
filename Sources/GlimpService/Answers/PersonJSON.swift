import GlimpDomain
import GlimpReadModels

/// A person in a list, as programs see them. Absent values are left out.
package struct PersonJSON: Encodable, Sendable {
    package var userId: String
    package var username: String
    package var displayName: String?
    package var picture: PhotoJSON?
    /// True of who was erased, who has no name any more; left out of everybody else.
    package var erased: Bool?

    package init(_ person: PersonSummary) {
        userId = person.userID.description
        username = person.username
        displayName = person.displayName.isEmpty ? nil : person.displayName
        picture = person.picture.map(PhotoJSON.init)
        erased = person.isErased ? true : nil
    }
}
