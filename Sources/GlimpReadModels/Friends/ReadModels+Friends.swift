public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// A friend, as the person whose friend it is sees them.
public struct Friend: Hashable, Sendable {
    public var person: PersonSummary
    public var since: Timestamp
    /// Every glimp between the two, asked by either.
    public var sharedGlimps: Int
    /// The open request to the friend, if any.
    public var openRequest: OpenRequest?

    public struct OpenRequest: Hashable, Sendable {
        public var request: GlimpRequestID
        public var expiresAt: Timestamp
    }
}

extension ReadModels {
    /// A person's friends: most shared glimps first, those with an open request to them last; ties by username.
    public func friends(
        of user: UserID, at now: Timestamp, _ request: PageRequest = .first
    ) async throws -> Answer<Page<Friend>> {
        try await collections { try $0.friends(of: user, at: now, request, names: $1) }
    }
}

extension Snapshot {
    /// The order depends on names, which are another group's, and on the clock, so all friends are read and sorted.
    func friends(
        of user: UserID, at now: Timestamp, _ request: PageRequest, names: borrowing Snapshot
    ) throws -> Page<Friend> {
        let after = try request.cursor.map { try Cursor($0, of: .friends, startingWith: RowKey(user)).key }
        var friends: [(key: RowKey, friend: Friend)] = []
        var total = 0
        for row in try rows(RowRange(prefix: RowKey(user)), of: FriendsProjection.friends, limit: .max) {
            total += 1
            let friend = try friend(row, at: now, names: names)
            let key = RowKey(user).ascending(friend.openRequest == nil ? 0 : 1)
                .descending(UInt64(friend.sharedGlimps)).string(friend.person.username.lowercased())
                .id(friend.person.userID)
            if let after, key <= after { continue }
            friends.append((key, friend))
        }
        friends.sort { $0.key < $1.key }
        let shown = friends.prefix(request.limit)
        let cursor = friends.count > shown.count ? shown.last.map { Cursor(list: .friends, key: $0.key).text } : nil
        return Page(total: total, items: shown.map(\.friend), cursor: cursor)
    }

    /// All friends in the order of their ids, a page at a time; of none one empty page.
    func forEachPageOfFriends(
        of user: UserID, at now: Timestamp, names: borrowing Snapshot, _ body: ([Friend]) throws -> Void
    ) throws {
        var page: [Friend] = []
        var isEmpty = true
        try visit(RowRange(prefix: RowKey(user)), of: FriendsProjection.friends) { row in
            page.append(try friend(row, at: now, names: names))
            isEmpty = false
            if page.count == PageRequest.maximumLimit {
                try body(page)
                page = []
            }
            return true
        }
        if isEmpty || !page.isEmpty { try body(page) }
    }

    private func friend(
        _ row: Row<Glimp_V1_Rows_Friend>, at now: Timestamp, names: borrowing Snapshot
    ) throws -> Friend {
        let other: UserID = try row.key.secondID()
        // All three tables have the two for a key.
        let open = try get(row.key, in: RequestsProjection.newestBetween)
        return Friend(
            person: try names.person(other), since: Timestamp(row: row.value.since),
            sharedGlimps: try counter(row.key, in: SharedProjection.answered),
            openRequest: try open.flatMap { open in
                guard Timestamp(row: open.expiresAt) > now else { return nil }
                return Friend.OpenRequest(
                    request: try GlimpRequestID(row: open.request), expiresAt: Timestamp(row: open.expiresAt))
            }
        )
    }
}
