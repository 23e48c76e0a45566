/// Whom a command means.
public enum Person: Hashable, Sendable {
    case user(UserID)
    /// Nobody has the name that was given. `place` says where it stood, `friends[2]`: the name itself is personal.
    case nobody(place: String)

    public var id: UserID? {
        if case .user(let id) = self { id } else { nil }
    }

    /// How a refusal names the person.
    var subject: String {
        switch self {
        case .user(let id): id.description
        case .nobody(let place): place
        }
    }
}
