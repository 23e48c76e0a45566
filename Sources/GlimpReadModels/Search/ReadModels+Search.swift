public import GlimpDomain
import GlimpSchemas
import Projections

extension ReadModels {
    /// The public photos that a search finds, newest first.
    ///
    /// Those of people whom the viewer has blocked, or who have blocked the viewer, are not among them.
    public func search(
        _ search: PhotoSearch, for viewer: UserID, _ request: PageRequest = .first
    ) async throws -> Answer<Excerpt<PublishedPhoto>> {
        try await photos { photos, names in
            let cursors = ExcerptCursors(list: .search, prefix: search.key, viewer: viewer, seal: seal)
            let after = try request.cursor.map { try cursors.key($0) }
            return try photos.found(by: search, after: after, request.limit, cursors, names: names)
        }
    }
}

extension Snapshot {
    /// Leaps from list to list: each is asked for its first photo from where another one's is, until all agree. What
    /// lies between is never read. Lists that alternate without agreeing would be read whole, so a page looks up a
    /// bounded number of rows, and ends early.
    fileprivate func found(
        by search: PhotoSearch, after: RowKey?, _ limit: Int, _ cursors: ExcerptCursors, names: borrowing Snapshot
    ) throws -> Excerpt<PublishedPhoto> {
        var lists = search.lists(try personal)
        var budget = LookUpBudget(limit: limit)
        var owners = VisibleOwners(cursors.viewer)
        var items: [PublishedPhoto] = []
        var place = try after.map { try nextPlace(after: $0) } ?? 0
        /// Before which everything is known.
        var last = place
        while items.count <= limit, !budget.isSpent {
            guard let posting = try common(&lists, from: &place, &budget) else {
                // Every list is at its end, or the budget is.
                if !budget.isSpent { return Excerpt(items: items, cursor: nil) }
                break
            }
            budget.spent += 1
            let row = try publication(posting.photo)
            if try owners.shows(UserID(row: row.owner), in: self) {
                if items.count == limit {
                    return Excerpt(items: items, cursor: try cursors.text(before: last))
                }
                items.append(try PublishedPhoto(row, posting.photo, names))
            }
            place = posting.place + 1
            last = place
        }
        return Excerpt(items: items, cursor: try cursors.text(before: place))
    }

    /// - Parameter place: where to begin; afterwards, before which there is none.
    private func common(
        _ lists: inout [PostingUnion], from place: inout UInt64, _ budget: inout LookUpBudget
    ) throws -> Postings.Posting? {
        var agreeing = 0
        var index = 0
        while !budget.isSpent {
            guard let posting = try lists[index].first(from: place, in: self, counting: &budget.spent) else {
                return nil
            }
            agreeing = posting.place == place ? agreeing + 1 : 1
            place = posting.place
            if agreeing == lists.count { return posting }
            index = (index + 1) % lists.count
        }
        return nil
    }

    /// - Throws: `invalid_cursor`.
    private func nextPlace(after key: RowKey) throws -> UInt64 {
        var reader = KeyReader(key)
        guard reader.ascending() != nil, let place = reader.ascending(), reader.isAtEnd else {
            throw ReadModelError(.invalidCursor, "this is no cursor; take the one of the page before")
        }
        return place
    }
}

extension ExcerptCursors {
    fileprivate func text(before place: UInt64) throws -> String { try text(after: prefix.ascending(place)) }
}
