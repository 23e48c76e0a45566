public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A person goes by another name for others to read; the username stays.
public struct DisplayNameChanged: PersonalEventBody {
    public static let type: EventType = "DisplayNameChanged"
    public let user: UserID
    public let details: Personal<DisplayNameDetails>

    public init(user: UserID, displayName: String) {
        self.user = user
        details = .clear(DisplayNameDetails(displayName: displayName))
    }

    public init(_ wire: Glimp_V1_DisplayNameChanged) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        details = try Personal(stored: wire.details)
    }

    public var person: UserID { user }

    public var outline: Glimp_V1_DisplayNameChanged {
        .with { $0.user = user.description }
    }

    public var tags: [Tag] { [user.tag] }
}

/// A person has another square picture.
public struct ProfilePictureChanged: PlainEventBody {
    public static let type: EventType = "ProfilePictureChanged"
    public let user: UserID
    public let photo: Photo

    public init(user: UserID, photo: Photo) {
        self.user = user
        self.photo = photo
    }

    public init(_ wire: Glimp_V1_ProfilePictureChanged) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        photo = try Photo(stored: wire.photo, "photo")
    }

    public var wire: Glimp_V1_ProfilePictureChanged {
        .with {
            $0.user = user.description
            $0.photo = photo.wire
        }
    }

    public var tags: [Tag] { [user.tag] }
}

/// A person chose which kinds of news are pushed to them; replaces what was chosen before.
public struct NotificationPreferencesSet: PlainEventBody {
    public static let type: EventType = "NotificationPreferencesSet"
    public let user: UserID
    public let pushed: Set<NotificationKind>

    public init(user: UserID, pushed: Set<NotificationKind>) {
        self.user = user
        self.pushed = pushed
    }

    public init(_ wire: Glimp_V1_NotificationPreferencesSet) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        var pushed: Set<NotificationKind> = []
        for kind in wire.pushed {
            guard let kind = NotificationKind(kind) else { throw MalformedField(name: "pushed") }
            pushed.insert(kind)
        }
        self.pushed = pushed
    }

    public var wire: Glimp_V1_NotificationPreferencesSet {
        .with {
            $0.user = user.description
            // Sorted: the bytes of an event must not depend on the order of a set.
            $0.pushed = pushed.sorted().map(\.wire)
        }
    }

    public var tags: [Tag] { [user.tag] }
}
