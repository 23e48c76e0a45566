import EventLog
public import FoundationEssentials

/// Who acts. Its text stands in the envelope of every event a command appends, and in the key of the command's receipt.
public enum Actor: Hashable, Sendable {
    case user(UserID)
    /// Who runs the service.
    case `operator`
    /// One of the operators, by their own account.
    case operatorAccount(UUID)
    /// Somebody who has no account yet, known by the username asked for.
    case registration(KeyedHash<Username>)
    /// A process of the service itself: `expiry`.
    case system(String)
}

extension Actor {
    /// `user:<id>`, `operator`, `operator:<id>`, `username:<hash>` or `system:<name>`.
    public var rawValue: String {
        switch self {
        case .user(let id): "user:" + id.description
        case .operator: "operator"
        case .operatorAccount(let id): "operator:" + id.canonicalText
        case .registration(let username): username.tag.rawValue
        case .system(let name): "system:" + name
        }
    }
}
