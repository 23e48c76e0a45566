public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// These are the feeds now, in this order.
public struct FeedsDefined: PlainEventBody {
    public static let type: EventType = "FeedsDefined"
    public let feeds: [Feed]

    public init(feeds: [Feed]) { self.feeds = feeds }

    public init(_ wire: Glimp_V1_FeedsDefined) throws(MalformedField) {
        var feeds: [Feed] = []
        for feed in wire.feeds { feeds.append(try Feed(stored: feed)) }
        self.feeds = feeds
    }

    public var wire: Glimp_V1_FeedsDefined { .with { $0.feeds = feeds.map(\.wire) } }

    public var tags: [Tag] { feeds.map(\.feed.tag) }
}
