import EventLog

// The codes are stable: callers compare them. These are of every capability; the others stand in their own.

extension Refusal {
    /// A field that is out of bounds: `invalid_<field>`.
    static func invalid(_ field: String, _ message: String) -> Refusal {
        Refusal("invalid_" + field, message)
    }

    /// `photoId`, what JSON calls the field `photo_id`.
    static func jsonName(_ field: String) -> String {
        let words = field.split(separator: "_")
        return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    static let actorRequired = Refusal("actor_required", "Only a person can do this; sign in as one.")
    static let userNotFound = Refusal("user_not_found", "There is no such user.")
    static let photoNotFound = Refusal("photo_not_found", "You have uploaded no such photo.")
    static let photoNotSquare = Refusal("photo_not_square", "The photo's width and height differ.")
    static func idInUse(_ ids: [String]) -> Refusal {
        Refusal("id_in_use", "An id was used before; choose another.", subjects: ids)
    }
}
