import GlimpDomain
import Projections

/// The photos of one term, read from a place on. The places are those of the rows' keys: smaller is newer.
struct Postings {
    struct Posting {
        let place: UInt64
        let photo: PhotoID
    }

    private let table: RowTable<PhotoID>
    private let term: RowKey
    /// The first posting that is not passed yet, once it has been looked for.
    private var head: Posting?
    private var isRead = false

    init(_ table: RowTable<PhotoID>, of term: String) {
        self.table = table
        self.term = RowKey(term)
    }

    /// The first posting at a place or behind it. Places may only grow.
    /// - Parameter looks: counts what is looked up.
    mutating func first(
        from place: UInt64, in snapshot: borrowing Snapshot, counting looks: inout Int
    ) throws -> Posting? {
        if isRead {
            guard let head else { return nil }
            if head.place >= place { return head }
        }
        looks += 1
        isRead = true
        let range = RowRange(prefix: term, start: .at(term.ascending(place)))
        head = try snapshot.rows(range, of: table, limit: 1).first.map { row in
            var reader = KeyReader(row.key)
            guard reader.string() != nil, let place = reader.ascending() else {
                throw ProjectionError(.damaged, "the key \(row.key) of \(table.name) is none; rebuild photos")
            }
            return Posting(place: place, photo: row.value)
        }
        return head
    }
}

/// The photos that have one of several terms.
struct PostingUnion {
    private var members: [Postings]

    init(_ members: [Postings]) { self.members = members }

    mutating func first(
        from place: UInt64, in snapshot: borrowing Snapshot, counting looks: inout Int
    ) throws -> Postings.Posting? {
        var first: Postings.Posting?
        for index in members.indices {
            guard let posting = try members[index].first(from: place, in: snapshot, counting: &looks) else { continue }
            if first.map({ posting.place < $0.place }) ?? true { first = posting }
        }
        return first
    }
}
