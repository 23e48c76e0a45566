public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// What a person was told, and how far they have read.
public struct Notifications: Hashable, Sendable {
    /// How many are unread: not read, and not over.
    public var unread: Int
    /// Everything up to here was read; ``Position/beginning`` when nothing was.
    public var readThrough: Position
    /// Newest first.
    public var page: Page<UserNotification>
}

extension ReadModels {
    /// What a person was told, newest first.
    /// - Parameters:
    ///   - onlyUnread: leave out what was read, and what is over at `now`. A list of its own: its cursors continue it.
    public func notifications(
        of user: UserID, onlyUnread: Bool = false, at now: Timestamp, _ request: PageRequest = .first
    ) async throws -> Answer<Notifications> {
        try await collections { collections, names in
            let readThrough = try collections.readThrough(of: user)
            let unread = try collections.unreadNotifications(of: user, readThrough: readThrough, at: now)
            let page =
                try onlyUnread
                ? collections.unreadNotifications(of: user, at: now, request, names: names)
                : collections.notifications(of: user, at: now, request, names: names)
            return Notifications(unread: unread, readThrough: readThrough, page: page)
        }
    }
}

extension Snapshot {
    /// All, newest first.
    func notifications(
        of user: UserID, at now: Timestamp, _ request: PageRequest, names: borrowing Snapshot
    ) throws -> Page<UserNotification> {
        let readThrough = try readThrough(of: user)
        let list = RowList(name: .notifications, table: NotificationsProjection.all, prefix: RowKey(user))
        let total = try counter(RowKey(user), in: NotificationsProjection.counts)
        return try page(list, request, total: total) {
            try UserNotification($0, readThrough: readThrough, at: now, names)
        }
    }

    /// The unread only, newest first.
    func unreadNotifications(
        of user: UserID, at now: Timestamp, _ request: PageRequest, names: borrowing Snapshot
    ) throws -> Page<UserNotification> {
        let readThrough = try readThrough(of: user)
        let list = RowList(name: .unreadNotifications, table: NotificationsProjection.unread, prefix: RowKey(user))
        let total = try unreadNotifications(of: user, readThrough: readThrough, at: now)
        return try page(list, request, total: total, where: { !$0.isExpired(at: now) }) {
            try UserNotification($0, readThrough: readThrough, at: now, names)
        }
    }

    func readThrough(of user: UserID) throws -> Position {
        Position(try get(RowKey(user), in: NotificationsProjection.readThrough) ?? 0)
    }

    /// How many are unread at `now`.
    func unreadNotifications(of user: UserID, readThrough: Position, at now: Timestamp) throws -> Int {
        // Few: those whose expiry is not written yet.
        let range = RowRange(prefix: RowKey(user))
        var expired = 0
        try visit(range, of: RequestsProjection.incoming) { row in
            let request = row.value
            guard Timestamp(row: request.expiresAt) <= now else { return false }
            let key = RowKey(user).descending(request.position)
            if request.position > readThrough.rawValue, try get(key, in: NotificationsProjection.unread) != nil {
                expired += 1
            }
            return true
        }
        return try counter(RowKey(user), in: NotificationsProjection.unreadCounts) - expired
    }
}
