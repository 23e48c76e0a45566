import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

extension ReadModels {
    /// Every feed in the defined order, an empty one too, each with its newest snaps.
    /// - Parameter limit: snaps a feed.
    /// - Throws: `invalid_limit` unless it is 1 to 500.
    public func feeds(
        for viewer: UserID, limit: Int = PageRequest.defaultLimit
    ) async throws -> Answer<[FeedSection]> {
        let page = try PageRequest(limit: limit)
        return try await feeds { feeds, accounts in
            try feeds.feedList().map {
                FeedSection(feed: $0, snaps: try feeds.snaps(in: $0.feed, for: viewer, page, names: accounts))
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
            return FeedSection(
                feed: feed, snaps: try feeds.snaps(in: feed.feed, for: viewer, page, names: accounts))
        }
    }
}

extension Snapshot {
    fileprivate func feedList() throws -> [Feed] {
        guard let row = try get(FeedsProjection.listKey, in: FeedsProjection.list) else { return Feed.predefined }
        return try row.feeds.map { Feed(feed: try FeedID(row: $0.feed), name: $0.name) }
    }

    fileprivate func snaps(
        in feed: FeedID, for viewer: UserID, _ page: PageRequest, names: borrowing Snapshot
    ) throws -> Page<Snap> {
        let apart = try peopleApart(from: viewer)
        var total = try counter(RowKey(feed), in: FeedsProjection.counts)
        // Else their number would tell that they are there.
        for person in apart { total -= try counter(RowKey(feed).id(person), in: FeedsProjection.countsOfPosters) }
        let list = RowList(name: .feed, table: FeedsProjection.snaps, prefix: RowKey(feed))
        let hidden = Set(apart.map(\.description))
        return try self.page(list, page, total: total, where: { !hidden.contains($0.poster) }) { row in
            let snap = try SnapID(row: row.snap)
            let poster = try UserID(row: row.poster)
            return Snap(
                snap: snap, poster: try names.person(poster), postedAt: Timestamp(row: row.postedAt),
                isOwn: poster == viewer,
                isRead: try poster == viewer || get(RowKey(viewer).id(snap), in: FeedsProjection.views) != nil)
        }
    }

    /// Whom a person has blocked, and who has blocked them.
    private func peopleApart(from person: UserID) throws -> [UserID] {
        try rows(RowRange(prefix: RowKey(person)), of: BlocksProjection.pairs, limit: .max).map {
            try $0.key.secondID()
        }
    }
}
