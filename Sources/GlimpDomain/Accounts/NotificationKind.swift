package import GlimpSchemas

/// What a person can be told about by a push.
public enum NotificationKind: Int, CaseIterable, Comparable, Sendable {
    case friendInvited = 1
    case friendAccepted
    case glimpRequested
    case glimpAnswered
    case photoLiked
    case photoCommented

    /// What is pushed to a person who has not chosen: likes and comments are off.
    public static let pushedByDefault: Set<NotificationKind> =
        [.friendInvited, .friendAccepted, .glimpRequested, .glimpAnswered]

    /// Stable: `glimp_requested`.
    public var name: String {
        switch self {
        case .friendInvited: "friend_invited"
        case .friendAccepted: "friend_accepted"
        case .glimpRequested: "glimp_requested"
        case .glimpAnswered: "glimp_answered"
        case .photoLiked: "photo_liked"
        case .photoCommented: "photo_commented"
        }
    }

    /// - Returns: nil for no kind, and for one this version does not know.
    package init?(_ wire: Glimp_V1_NotificationKind) { self.init(rawValue: wire.rawValue) }

    package var wire: Glimp_V1_NotificationKind { Glimp_V1_NotificationKind(rawValue: rawValue) ?? .unspecified }

    public static func < (a: NotificationKind, b: NotificationKind) -> Bool { a.rawValue < b.rawValue }
}
