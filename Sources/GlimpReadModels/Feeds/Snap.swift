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
    public var snaps: Page<Snap>
}
