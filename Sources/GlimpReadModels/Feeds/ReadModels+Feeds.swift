import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

extension ReadModels {
    /// Every feed in the defined order, an empty one too, each with its newest snaps.
    /// - Parameter limit: snaps a feed.
    /// - Throws: `invalid_limit` unless it is 1 to 50.
    public func feeds(
        for viewer: UserID, limit: Int = PageRequest.defaultLimit
    ) async throws -> Answer<[FeedSection]> {
        let page = try PageRequest(limit: limit)
        guard limit <= FeedSection.maximumInOverview else {
            throw ReadModelError(
                .invalidLimit, "of each feed there are 1 to \(FeedSection.maximumInOverview) snaps, not \(limit)")
        }
        return try await feeds { feeds, accounts in
            let apart = try feeds.peopleApart(from: viewer)
            return try feeds.feedList().map {
                FeedSection(
                    feed: $0,
                    snaps: try feeds.snaps(in: $0.feed, for: viewer, apart: apart, page, seal, names: accounts))
            }
        }
    }

    /// One feed, newest snap first.
    /// - Parameter text: its id, or its name regardless of case.
    /// - Throws: `feed_not_found`.
    public func feed(
        _ text: String, for viewer: UserID, _ page: PageRequest = .first
    ) async throws -> Answer<FeedSection> {
        try await feeds { feeds, accounts in
            guard let feed = try feeds.feedList().first(where: { $0.isMeant(by: text) }) else {
                throw ReadModelError(.feedNotFound, "there is no feed \(text)")
            }
            let apart = try feeds.peopleApart(from: viewer)
            return FeedSection(
                feed: feed,
                snaps: try feeds.snaps(in: feed.feed, for: viewer, apart: apart, page, seal, names: accounts))
        }
    }
}

extension Snapshot {
    fileprivate func feedList() throws -> [Feed] {
        guard let row = try get(FeedsProjection.listKey, in: FeedsProjection.list) else { return Feed.predefined }
        return try row.feeds.map { Feed(feed: try FeedID(row: $0.feed), name: $0.name) }
    }

    /// - Parameter apart: whose snaps are not shown.
    fileprivate func snaps(
        in feed: FeedID, for viewer: UserID, apart: Set<UserID>, _ page: PageRequest, _ seal: CursorSeal,
        names: borrowing Snapshot
    ) throws -> Page<Snap> {
        var total = try counter(RowKey(feed), in: FeedsProjection.counts)
        // Else their number would tell that they are there.
        for person in apart { total -= try counter(RowKey(feed).id(person), in: FeedsProjection.countsOfPosters) }
        let list = RowList(name: .feed, table: FeedsProjection.snaps, prefix: RowKey(feed))
        let shown = try excerpt(list, page, for: viewer, seal) { row -> Snap? in
            let (snap, poster) = (try SnapID(row: row.snap), try UserID(row: row.poster))
            guard !apart.contains(poster) else { return nil }
            return Snap(
                snap: snap, poster: try names.person(poster), postedAt: Timestamp(row: row.postedAt),
                isOwn: poster == viewer,
                isRead: try poster == viewer || get(RowKey(viewer).id(snap), in: FeedsProjection.views) != nil)
        }
        return Page(total: total, items: shown.items, cursor: shown.cursor)
    }

    /// Whom a person has blocked, and who has blocked them.
    fileprivate func peopleApart(from person: UserID) throws -> Set<UserID> {
        Set(
            try rows(RowRange(prefix: RowKey(person)), of: BlocksProjection.pairs, limit: .max).map {
                try $0.key.secondID()
            })
    }
}
