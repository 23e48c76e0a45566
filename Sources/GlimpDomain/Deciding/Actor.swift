import EventLog

/// Who acts. Its text stands in the envelope of every event a command appends, and in the key of the command's receipt.
public enum Actor: Hashable, Sendable {
    case user(UserID)
    /// Who runs the service.
    case `operator`
    /// Somebody who has no account yet, known by the username asked for.
    case registration(KeyedHash<Username>)
    /// A process of the service itself: `expiry`.
    case system(String)
}

extension Actor: RawRepresentable {
    /// `user:<id>`, `operator`, `username:<hash>` or `system:<name>`.
    public var rawValue: String {
        switch self {
        case .user(let id): "user:" + id.description
        case .operator: "operator"
        case .registration(let username): username.tag.rawValue
        case .system(let name): "system:" + name
        }
    }

    /// The actor that an envelope names; nil for a text that names none.
    public init?(rawValue: String) {
        if rawValue == "operator" {
            self = .operator
        } else if let id = rawValue.after("user:") {
            guard let id = UserID(id) else { return nil }
            self = .user(id)
        } else if let hash = rawValue.after(Username.tagPrefix) {
            guard let hash = KeyedHash<Username>(hash) else { return nil }
            self = .registration(hash)
        } else if let name = rawValue.after("system:"), !name.isEmpty {
            self = .system(name)
        } else {
            return nil
        }
    }
}

extension String {
    /// What follows `prefix`; nil when the text does not start with it.
    fileprivate func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
