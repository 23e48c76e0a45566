import GlimpSchemas

/// What a person can be told about by a push.
public enum NotificationKind: Int, CaseIterable, Comparable, Sendable {
    case friendInvited = 1
    case friendAccepted
    case glimpRequested
    case glimpAnswered
    case photoLiked
    case photoCommented

    /// - Returns: nil for no kind, and for one this version does not know.
    init?(_ wire: Glimp_V1_NotificationKind) { self.init(rawValue: wire.rawValue) }

    var wire: Glimp_V1_NotificationKind { Glimp_V1_NotificationKind(rawValue: rawValue) ?? .unspecified }

    public static func < (a: NotificationKind, b: NotificationKind) -> Bool { a.rawValue < b.rawValue }
}
