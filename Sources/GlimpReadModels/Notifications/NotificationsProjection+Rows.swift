import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpSchemas
import Projections

// What an event does to the rows of one person. Each notification is told, read, ended and forgotten at most once, so an
// event costs as much as what it changes; only reading and blocking change many at once.

extension NotificationsProjection {
    /// Rows that are looked at together.
    private static let batch = 500

    func tell(_ user: UserID, _ row: Row, in rows: inout Rows) throws {
        let key = RowKey(user).descending(row.position)
        try rows.put(row, for: key, in: Self.all)
        try rows.put(row, for: key, in: Self.unread)
        try rows.count(1, for: RowKey(user), in: Self.counts)
        try rows.count(1, for: RowKey(user), in: Self.unreadCounts)
        let about = RowKey(user).id(try UserID(row: row.who)).ascending(row.position)
        try rows.put(row.position, for: about, in: Self.about)
    }

    func endInvitation(_ inviter: UserID, _ invited: UserID, _ ending: Row.Ending, in rows: inout Rows) throws {
        guard let position = try rows.take(RowKey(inviter).id(invited), from: Self.invitations) else { return }
        try end(position, of: invited, ending, in: &rows)
    }

    func endRequest(_ event: some GlimpRequestEvent, _ ending: Row.Ending, in rows: inout Rows) throws {
        guard let position = try rows.take(RowKey(event.request), from: Self.requests) else {
            throw ProjectionError(.notApplicable, "the request \(event.request) is not open")
        }
        try end(position, of: event.answerer, ending, in: &rows)
    }

    private func end(_ position: UInt64, of user: UserID, _ ending: Row.Ending, in rows: inout Rows) throws {
        let key = RowKey(user).descending(position)
        // Forgotten, when one of the two has blocked the other.
        guard var row = try rows.get(key, in: Self.all) else { return }
        row.ending = ending
        try rows.put(row, for: key, in: Self.all)
        try noLongerUnread(key, of: user, in: &rows)
    }

    private func noLongerUnread(_ key: RowKey, of user: UserID, in rows: inout Rows) throws {
        guard try rows.remove(key, from: Self.unread) else { return }
        try rows.count(-1, for: RowKey(user), in: Self.unreadCounts)
    }

    func read(_ event: NotificationsRead, in rows: inout Rows) throws {
        let user = RowKey(event.user)
        try rows.put(event.position.rawValue, for: user, in: Self.readThrough)
        let range = RowRange(prefix: user, start: .at(user.newestFirst(event.position)))
        while true {
            let read = try rows.rows(range, of: Self.unread, limit: Self.batch)
            for row in read { try noLongerUnread(row.key, of: event.user, in: &rows) }
            if read.count < Self.batch { return }
        }
    }

    /// Takes away what one was told about the other. It does not come back when they are unblocked: what blocking ended
    /// stays ended.
    func forget(_ who: UserID, by user: UserID, in rows: inout Rows) throws {
        while true {
            let about = try rows.rows(RowRange(prefix: RowKey(user).id(who)), of: Self.about, limit: Self.batch)
            for row in about { try takeBack(row.value, about: who, of: user, in: &rows) }
            if about.count < Self.batch { return }
        }
    }

    /// Takes away one thing that one was told about the other; nothing when it was taken away before.
    func takeBack(_ position: UInt64, about who: UserID, of user: UserID, in rows: inout Rows) throws {
        guard try rows.remove(RowKey(user).id(who).ascending(position), from: Self.about) else { return }
        let key = RowKey(user).descending(position)
        try rows.remove(key, from: Self.all)
        try rows.count(-1, for: RowKey(user), in: Self.counts)
        try noLongerUnread(key, of: user, in: &rows)
    }
}
