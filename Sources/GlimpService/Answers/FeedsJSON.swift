import EventLog
import GlimpDomain
import GlimpReadModels

/// A snap in a feed as programs see it. What it shows is not in it: `OpenSnap` leads there, once.
package struct SnapJSON: Encodable, Sendable {
    package var snap: String
    package var poster: PersonJSON
    package var postedAt: String
    package var age: String
    package var read: Bool

    package init(_ snap: Snap, at now: Timestamp) {
        self.snap = snap.snap.description
        poster = PersonJSON(snap.poster)
        postedAt = snap.postedAt.rfc3339
        age = snap.postedAt.age(at: now)
        read = snap.isRead
    }
}

/// A feed as programs see it: its list with its name.
package struct FeedJSON: Encodable, Sendable {
    package var position: UInt64?
    package var feed: String
    package var name: String
    package var snaps: ListJSON<SnapJSON>

    /// - Parameter position: what it is true for, where that is not told beside it.
    package init(_ section: FeedSection, at now: Timestamp, position: Position? = nil) {
        self.position = position?.rawValue
        feed = section.feed.feed.description
        name = section.feed.name
        snaps = ListJSON(section.snaps) { SnapJSON($0, at: now) }
    }

    private enum Keys: String, CodingKey { case position, feed, name, total, items, cursor }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(position, forKey: .position)
        try container.encode(feed, forKey: .feed)
        try container.encode(name, forKey: .name)
        try container.encode(snaps.total, forKey: .total)
        try container.encode(snaps.items, forKey: .items)
        try container.encode(snaps.cursor, forKey: .cursor)
    }
}

/// All feeds at one position.
package struct FeedsJSON: Encodable, Sendable {
    package var position: UInt64
    package var feeds: [FeedJSON]

    package init(_ answer: Answer<[FeedSection]>, at now: Timestamp) {
        position = answer.position.rawValue
        feeds = answer.value.map { FeedJSON($0, at: now) }
    }
}
