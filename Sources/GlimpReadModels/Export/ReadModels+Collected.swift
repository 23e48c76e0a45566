import EventLog
import GlimpDomain
import GlimpSchemas
import Projections

/// A piece of what is in a person's collections, as they see it.
package enum Collected: Sendable {
    case profile(Answer<Profile>)
    case pushed(Set<NotificationKind>)
    /// In no order that means anything: the one that people see takes all of them at once.
    case friends([Friend])
    case incomingInvitations([Invitation])
    case outgoingInvitations([Invitation])
    case incomingRequests([GlimpRequest])
    case outgoingRequests([GlimpRequest])
    /// Oldest first, those that the person has hidden left out.
    case received([Glimp])
    case sent([Glimp])
    /// Newest first.
    case notifications([UserNotification])
}

extension ReadModels {
    /// Gives `body` everything in a person's collections, a page at a time and all of it true for one position: read
    /// within one snapshot. The pages of a list follow each other; an empty list is an empty page.
    /// - Throws: `user_not_found`; what `body` throws.
    /// - Returns: the position.
    package func collect(
        of user: UserID, at now: Timestamp, _ body: (Collected) throws -> Void
    ) async throws -> Position {
        try await collections { rows, names in
            guard let account = try rows.get(RowKey(user), in: MeProjection.profile) else {
                throw ReadModelError.userNotFound
            }
            try body(.profile(Answer(try rows.profile(account, of: user, own: true), at: rows.position)))
            let pushed = try rows.get(RowKey(user), in: NotificationsProjection.preferences)
            try body(
                .pushed(
                    pushed.map { Set($0.pushed.compactMap { NotificationKind($0) }) }
                        ?? NotificationKind.pushedByDefault))
            try rows.forEachPageOfFriends(of: user, at: now, names: names) { try body(.friends($0)) }
            try Self.forEachPage { page in
                try rows.invitations(of: user, page, names: names).incoming
            } body: {
                try body(.incomingInvitations($0))
            }
            try Self.forEachPage { page in
                try rows.invitations(of: user, page, names: names).outgoing
            } body: {
                try body(.outgoingInvitations($0))
            }
            try Self.forEachPage { page in
                try rows.requests(of: user, at: now, page, names: names).incoming
            } body: {
                try body(.incomingRequests($0))
            }
            try Self.forEachPage { page in
                try rows.requests(of: user, at: now, page, names: names).outgoing
            } body: {
                try body(.outgoingRequests($0))
            }
            try Self.forEachPage { page in
                try rows.received(by: user, .oldestFirst, page, names: names)
            } body: {
                try body(.received($0))
            }
            try Self.forEachPage { page in
                try rows.sent(by: user, .oldestFirst, page, names: names)
            } body: {
                try body(.sent($0))
            }
            try Self.forEachPage { page in
                try rows.notifications(of: user, at: now, page, names: names)
            } body: {
                try body(.notifications($0))
            }
        }.position
    }

    /// Every page of a list, of a snapshot that stays the same.
    private static func forEachPage<Item>(
        _ page: (PageRequest) throws -> Page<Item>, body: ([Item]) throws -> Void
    ) throws {
        var cursor: String?
        repeat {
            let page = try page(PageRequest(limit: PageRequest.maximumLimit, cursor: cursor))
            try body(page.items)
            cursor = page.cursor
        } while cursor != nil
    }
}
