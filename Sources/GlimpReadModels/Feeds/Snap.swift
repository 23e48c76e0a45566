public import EventLog
public import GlimpDomain

/// A picture in a feed, as one person finds it.
public struct Snap: Hashable, Sendable {
    public var snap: SnapID
    public var poster: PersonSummary
    public var postedAt: Timestamp
    /// Whether this person has posted it.
    public var isOwn: Bool
    /// Whether there is nothing new in it for this person: seen, or one's own, which one may still open once.
    public var isRead: Bool
}

/// A feed with a part of its snaps, newest first.
public struct FeedSection: Hashable, Sendable {
    public var feed: Feed
    /// The total is what the viewer is told of, and a page may have fewer than were asked for.
    public var snaps: Page<Snap>

    /// Snaps of each feed, where all feeds are shown.
    public static let maximumInOverview = 50
}
