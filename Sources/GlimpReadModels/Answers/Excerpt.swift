import GlimpDomain
import Projections

/// A part of a list of which the reader does not see everything: so its whole length is told to nobody, because it would
/// count what is hidden.
///
/// A page may have fewer items than were asked for, even none, and a cursor: much was hidden, or lay far apart.
public struct Excerpt<Item: Sendable>: Sendable {
    public var items: [Item]
    /// Asks for what follows; nil at the end of the list.
    public var cursor: String?
}

extension Excerpt: Equatable where Item: Equatable {}
extension Excerpt: Hashable where Item: Hashable {}

/// How many rows a page may look up: what it costs is bounded, whatever it finds.
struct LookUpBudget {
    private let maximum: Int
    var spent = 0

    /// - Parameter limit: the items that are asked for; each takes a few.
    init(limit: Int) { maximum = 1_000 + 4 * limit }

    var isSpent: Bool { spent >= maximum }
}

extension RowReading where Self: ~Copyable {
    /// One page of a list, of which some rows are not shown.
    /// - Parameter item: what is shown of a row; nil: nothing.
    func excerpt<Value, Item: Sendable>(
        _ list: RowList<Value>, _ request: PageRequest, for viewer: UserID, _ seal: CursorSeal,
        _ item: (Value) throws -> Item?
    ) throws -> Excerpt<Item> {
        var range = RowRange(prefix: list.prefix, start: list.beginning, isBackwards: list.isBackwards)
        let cursors = ExcerptCursors(list: list.name, prefix: list.prefix, viewer: viewer, seal: seal)
        if let text = request.cursor { range.start = .after(try cursors.key(text)) }
        var budget = LookUpBudget(limit: request.limit)
        var items: [Item] = []
        var last: RowKey?
        var hasMore = false
        try visit(range, of: list.table) { row in
            let shown = try item(row.value)
            if budget.isSpent || (shown != nil && items.count == request.limit) {
                hasMore = true
                return false
            }
            budget.spent += 1
            last = row.key
            if let shown { items.append(shown) }
            return true
        }
        let cursor = try hasMore ? last.map { try cursors.text(after: $0) } : nil
        return Excerpt(items: items, cursor: cursor)
    }
}

/// Whose photos are put before somebody who did not ask for that person's: those of people who have not blocked the
/// viewer, and whom the viewer has not blocked.
struct VisibleOwners {
    private let viewer: UserID
    /// An answer has many photos of few people.
    private var known: [UserID: Bool] = [:]

    init(_ viewer: UserID) { self.viewer = viewer }

    mutating func shows(_ owner: UserID, in snapshot: borrowing Snapshot) throws -> Bool {
        if let known = known[owner] { return known }
        let isShown = try snapshot.blocking(between: viewer, and: owner).isEmpty
        known[owner] = isShown
        return isShown
    }
}
