public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A picture was posted to a feed.
public struct SnapPosted: PlainEventBody {
    public static let type: EventType = "SnapPosted"
    public let snap: SnapID
    public let feed: FeedID
    public let poster: UserID
    public let picture: SnapPicture

    public init(snap: SnapID, feed: FeedID, poster: UserID, picture: SnapPicture) {
        self.snap = snap
        self.feed = feed
        self.poster = poster
        self.picture = picture
    }

    public init(_ wire: Glimp_V1_SnapPosted) throws(MalformedField) {
        snap = try SnapID(stored: wire.snap, "snap")
        feed = try FeedID(stored: wire.feed, "feed")
        poster = try UserID(stored: wire.poster, "poster")
        picture = try SnapPicture(stored: wire.picture)
    }

    public var wire: Glimp_V1_SnapPosted {
        .with {
            $0.snap = snap.description
            $0.feed = feed.description
            $0.poster = poster.description
            $0.picture = picture.wire
        }
    }

    public var tags: [Tag] { [snap.tag, feed.tag, poster.tag] + (picture.media.map { [$0.tag] } ?? []) }
}

/// A snap is there for nobody any more.
public struct SnapDeleted: PlainEventBody {
    public static let type: EventType = "SnapDeleted"
    public let snap: SnapID
    public let feed: FeedID
    public let poster: UserID

    public init(snap: SnapID, feed: FeedID, poster: UserID) {
        self.snap = snap
        self.feed = feed
        self.poster = poster
    }

    public init(_ wire: Glimp_V1_SnapDeleted) throws(MalformedField) {
        snap = try SnapID(stored: wire.snap, "snap")
        feed = try FeedID(stored: wire.feed, "feed")
        poster = try UserID(stored: wire.poster, "poster")
    }

    public var wire: Glimp_V1_SnapDeleted {
        .with {
            $0.snap = snap.description
            $0.feed = feed.description
            $0.poster = poster.description
        }
    }

    public var tags: [Tag] { [snap.tag, feed.tag, poster.tag] }
}
