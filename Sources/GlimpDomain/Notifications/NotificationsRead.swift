public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A person has read what they were told, up to a position.
public struct NotificationsRead: PlainEventBody {
    public static let type: EventType = "NotificationsRead"
    public let user: UserID
    /// The last one that was read. It lies before the event itself.
    public let position: Position

    public init(user: UserID, position: Position) {
        self.user = user
        self.position = position
    }

    public init(_ wire: Glimp_V1_NotificationsRead) throws(MalformedField) {
        user = try UserID(stored: wire.user, "user")
        position = Position(wire.position)
    }

    public var wire: Glimp_V1_NotificationsRead {
        .with {
            $0.user = user.description
            $0.position = position.rawValue
        }
    }

    public var tags: [Tag] { [user.tag] }
}
