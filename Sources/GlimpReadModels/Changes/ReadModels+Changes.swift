public import EventLog
public import GlimpDomain
import Projections

/// That a row of a person's collections was added or changed, or removed.
public struct CollectionChange: Hashable, Sendable {
    public var collection: PersonalCollection
    /// What names the row within the collection, also when it is gone: see ``PersonalCollection``.
    public var key: String
    /// Where it last changed, as far as this page goes.
    public var position: Position
    public var change: Change

    public enum Change: Hashable, Sendable {
        /// It is there, as it is now.
        case put(CollectionRow)
        /// It is not there.
        case removed
    }
}

/// A part of what has changed.
public struct Changes: Hashable, Sendable {
    /// In the order of the log; each row at most once.
    public var items: [CollectionChange]
    /// Asks for what follows; nil at the end: with what came before, the copy is then true for the answer's position.
    public var cursor: String?
}

extension ReadModels {
    /// What was added, changed or removed in a person's collections since a position: rows as stored, nothing filtered by
    /// the clock.
    ///
    /// A copy that was true for `since`, with the changes of every page put and removed in their order, is true for the
    /// position of the last page, whatever happens in between. From an empty copy and ``Position/beginning`` too.
    /// Positions are of the log, so a rebuild changes nothing.
    /// - Parameters:
    ///   - since: as the answer before gave it; where a cursor goes on, it does not matter.
    ///   - request: a page looks at up to so many changes, and has fewer items where rows have changed again.
    /// - Throws: `invalid_position` when the collections have not come to `since` yet; `invalid_cursor`.
    public func changes(
        for user: UserID, since: Position, _ request: PageRequest = .first
    ) throws -> Answer<Changes> {
        try store.read(GlimpReadModels.collections.name) { snapshot in
            guard since <= snapshot.position else {
                throw ReadModelError(
                    .invalidPosition, "there is nothing since \(since) yet: the collections are at \(snapshot.position)"
                )
            }
            return Answer(try snapshot.changes(for: user, since: since, request), at: snapshot.position)
        }
    }
}

extension Snapshot {
    fileprivate func changes(for user: UserID, since: Position, _ request: PageRequest) throws -> Changes {
        let start = try request.cursor.map { try Cursor($0, of: .changes, startingWith: RowKey(user)).key }
        var noted: [RowChange] = []
        try visitChanges(of: user.rawValue, after: since, startingAfter: start) { change in
            noted.append(change)
            // One more tells whether anything follows.
            return noted.count <= request.limit
        }
        let shown = noted.prefix(request.limit)
        let cursor = noted.count > shown.count ? shown.last.map { Cursor(list: .changes, key: $0.key).text } : nil
        // The last one tells how a row is now; those before it told what is past.
        var seen: Set<[String]> = []
        let items = try shown.reversed().filter { seen.insert(["\($0.collection)", $0.id]).inserted }.reversed()
            .map { try CollectionChange($0, in: self) }
        return Changes(items: items, cursor: cursor)
    }
}

extension CollectionChange {
    fileprivate init(_ noted: RowChange, in snapshot: borrowing Snapshot) throws {
        guard let collection = PersonalCollection(rawValue: noted.collection) else {
            throw ProjectionError(.damaged, "there is no collection \(noted.collection); rebuild collections")
        }
        self.collection = collection
        key = noted.id
        position = noted.position
        change = try snapshot.row(of: collection, at: noted.row).map { .put($0) } ?? .removed
    }
}
