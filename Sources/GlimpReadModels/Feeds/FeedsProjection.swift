import EventLog
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// The list of feeds, the snaps of each, and who has seen which. What a snap shows is no part of it: its bytes are given
/// once, and nothing here leads to them.
struct FeedsProjection: GlimpProjection {
    let name = "feeds"
    let version = 1

    /// One row, once an operator has defined the list.
    static let list = RowTable("feeds.list", key: [.string("list")], of: Glimp_V1_Rows_Feeds.self)
    static let snaps = RowTable(
        "feeds.snaps", key: [.uuid("feed"), .descending("position")], of: Glimp_V1_Rows_Snap.self)
    /// The position of a snap's posting.
    static let positions = RowTable("feeds.positions", key: [.uuid("snap")], of: UInt64.self)
    static let counts = RowTable("feeds.counts", key: [.uuid("feed")], of: UInt64.self)
    /// What is taken from a feed's count for whom does not see its poster.
    static let countsOfPosters = RowTable(
        "feeds.counts-of-posters", key: [.uuid("feed"), .uuid("poster")], of: UInt64.self)
    /// The position of a view.
    static let views = RowTable("feeds.views", key: [.uuid("viewer"), .uuid("snap")], of: UInt64.self)
    let tables = [
        list.shape, snaps.shape, positions.shape, counts.shape, countsOfPosters.shape, views.shape,
    ]

    static let types: Set<EventType> = [FeedsDefined.type, SnapPosted.type, SnapViewed.type, SnapDeleted.type]

    static let listKey = RowKey("feeds")

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .feedsDefined(let event):
            try rows.put(.with { $0.feeds = event.wire.feeds }, for: Self.listKey, in: Self.list)
        case .snapPosted(let event):
            let row = Glimp_V1_Rows_Snap.with {
                $0.snap = event.snap.description
                $0.poster = event.poster.description
                $0.postedAt = envelope.time.microseconds
            }
            try rows.put(row, for: RowKey(event.feed).newestFirst(envelope.position), in: Self.snaps)
            try rows.put(envelope.position.rawValue, for: RowKey(event.snap), in: Self.positions)
            try count(1, event.feed, event.poster, in: &rows)
        case .snapDeleted(let event):
            guard let position = try rows.take(RowKey(event.snap), from: Self.positions) else {
                throw ProjectionError(.notApplicable, "there is no snap \(event.snap)")
            }
            try rows.remove(RowKey(event.feed).newestFirst(Position(position)), from: Self.snaps)
            try count(-1, event.feed, event.poster, in: &rows)
        case .snapViewed(let event):
            try rows.put(
                envelope.position.rawValue, for: RowKey(event.viewer).id(event.snap), in: Self.views)
        default: break
        }
    }

    private func count(_ change: Int64, _ feed: FeedID, _ poster: UserID, in rows: inout Rows) throws {
        try rows.count(change, for: RowKey(feed), in: Self.counts)
        try rows.count(change, for: RowKey(feed).id(poster), in: Self.countsOfPosters)
    }
}
