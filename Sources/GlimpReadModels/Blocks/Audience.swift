import GlimpDomain
import GlimpSchemas
import Projections

/// Who looks at what people say about whose photo.
///
/// Of people who have blocked one of the two, or whom one of the two has blocked, nothing is shown or counted. For the
/// viewer's part, because blocking is mutual silence. For the owner's part, because nobody should leave a word on the photo of
/// somebody whom they have blocked since, who then could neither read it nor take it away.
struct Audience {
    let viewer: UserID
    let owner: UserID

    /// The two, or the one that they are.
    var people: [UserID] { viewer == owner ? [viewer] : [viewer, owner] }
}

extension Snapshot {
    func blocking(between user: UserID, and other: UserID) throws -> Blocking {
        Blocking(rawValue: try get(RowKey(user).id(other), in: BlocksProjection.pairs) ?? 0)
    }

    func shows(_ person: UserID, to audience: Audience) throws -> Bool {
        try audience.people.allSatisfy { try blocking(between: $0, and: person).isEmpty }
    }

    /// How many like the photo, as far as this audience is told.
    func likes(of photo: PhotoID, for audience: Audience) throws -> Int {
        let total = try counter(RowKey(photo), in: LikesProjection.counts)
        return try total - hidden(from: audience, of: total, in: LikesProjection.likes, of: photo) { _ in 1 }
    }

    /// How many comments the photo has, as far as this audience is told.
    func comments(on photo: PhotoID, for audience: Audience) throws -> Int {
        let total = try counter(RowKey(photo), in: CommentsProjection.counts)
        return try total
            - hidden(from: audience, of: total, in: CommentsProjection.byAuthor, of: photo) { Int(clamping: $0) }
    }

    /// How much of a photo's total is hidden. Whichever are fewer are looked through: the people whom these two have to
    /// do with by a block, or those who said something.
    private func hidden(
        from audience: Audience, of total: Int, in table: RowTable<UInt64>, of photo: PhotoID,
        _ share: (UInt64) -> Int
    ) throws -> Int {
        let blocks = try audience.people.reduce(0) { try $0 + counter(RowKey($1), in: BlocksProjection.counts) }
        guard blocks > 0, total > 0 else { return 0 }
        var hidden = 0
        guard blocks < total else {
            for row in try rows(RowRange(prefix: RowKey(photo)), of: table, limit: .max)
            where try !shows(row.key.secondID(), to: audience) { hidden += share(row.value) }
            return hidden
        }
        var seen: Set<UserID> = []
        for person in audience.people {
            for row in try rows(RowRange(prefix: RowKey(person)), of: BlocksProjection.pairs, limit: .max) {
                let other: UserID = try row.key.secondID()
                guard seen.insert(other).inserted, let value = try get(RowKey(photo).id(other), in: table) else {
                    continue
                }
                hidden += share(value)
            }
        }
        return hidden
    }
}
