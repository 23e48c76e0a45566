public import GlimpDomain
import GlimpSchemas
import Projections

extension ReadModels {
    /// The public photos within a distance of a point, nearest first, those of one place newest first.
    ///
    /// Those of people whom the viewer has blocked, or who have blocked the viewer, are not among them.
    public func nearby(
        _ question: PhotosNearby, for viewer: UserID, _ request: PageRequest = .first
    ) async throws -> Answer<Excerpt<NearbyPhoto>> {
        try await photos { photos, names in
            let cursors = ExcerptCursors(list: .nearby, prefix: question.key, viewer: viewer, seal: seal)
            let start = try request.cursor.map { try NearestRows.Mark(cursors.key($0)) }
            var rows = NearestRows(question, after: start)
            var budget = LookUpBudget(limit: request.limit)
            var owners = VisibleOwners(viewer)
            var items: [NearbyPhoto] = []
            var last: NearestRows.Mark?
            var hasMore = false
            try rows.visit(in: photos) { place, photo in
                if budget.isSpent {
                    hasMore = true
                    return false
                }
                budget.spent += 1
                let row = try photos.publication(photo)
                guard try owners.shows(UserID(row: row.owner), in: photos) else {
                    last = place
                    return true
                }
                guard items.count < request.limit else {
                    hasMore = true
                    return false
                }
                items.append(
                    NearbyPhoto(
                        photo: try PublishedPhoto(row, photo, names),
                        distance: place.distance * SpherePoint.earthRadius))
                last = place
                return true
            }
            let cursor = try hasMore ? last.map { try cursors.text(after: $0.key(of: question)) } : nil
            return Excerpt(items: items, cursor: cursor)
        }
    }
}

extension NearestRows.Mark {
    /// As a cursor holds it. Distances are positive, so their bits sort as they do.
    fileprivate func key(of question: PhotosNearby) -> RowKey {
        RowKey(bytes: question.key.ascending(distance.bitPattern).bytes + key.bytes)
    }

    fileprivate init(_ cursor: RowKey) throws(ReadModelError) {
        var reader = KeyReader(cursor)
        guard reader.ascending() != nil, reader.ascending() != nil, let bits = reader.ascending(),
            cursor.bytes.count == 48, Double(bitPattern: bits) >= 0
        else { throw ReadModelError(.invalidCursor, "this is no cursor; take the one of the page before") }
        self.init(distance: Double(bitPattern: bits), key: RowKey(bytes: Array(cursor.bytes.suffix(24))))
    }
}
