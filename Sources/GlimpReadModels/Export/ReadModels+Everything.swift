import EventLog
import GlimpDomain
import GlimpSchemas
import Projections

/// Everything in a person's collections, whole lists, as they see them.
package struct Everything: Sendable {
    package var profile: Profile
    package var friends: [Friend]
    package var incomingInvitations: [Invitation]
    package var outgoingInvitations: [Invitation]
    package var incomingRequests: [GlimpRequest]
    package var outgoingRequests: [GlimpRequest]
    /// Oldest first, those that the person has hidden left out.
    package var received: [Glimp]
    package var sent: [Glimp]
    package var notifications: [UserNotification]
    package var pushed: Set<NotificationKind>
}

extension ReadModels {
    /// Everything in a person's collections, all true for one position: read within one snapshot, so it is in memory
    /// whole, some hundred bytes a row.
    /// - Throws: `user_not_found`.
    package func everything(of user: UserID, at now: Timestamp) async throws -> Answer<Everything> {
        try await collections { collections, names in
            guard let account = try collections.get(RowKey(user), in: MeProjection.profile) else {
                throw ReadModelError(.userNotFound, "there is no user \(user)")
            }
            let pushed = try collections.get(RowKey(user), in: NotificationsProjection.preferences)
            return Everything(
                profile: try collections.profile(account, of: user, own: true),
                friends: try Self.all { try collections.friends(of: user, at: now, $0, names: names) },
                incomingInvitations: try Self.all {
                    try collections.invitations(of: user, $0, names: names).incoming
                },
                outgoingInvitations: try Self.all {
                    try collections.invitations(of: user, $0, names: names).outgoing
                },
                incomingRequests: try Self.all {
                    try collections.requests(of: user, at: now, $0, names: names).incoming
                },
                outgoingRequests: try Self.all {
                    try collections.requests(of: user, at: now, $0, names: names).outgoing
                },
                received: try Self.all { try collections.received(by: user, .oldestFirst, $0, names: names) },
                sent: try Self.all { try collections.sent(by: user, .oldestFirst, $0, names: names) },
                notifications: try Self.all { try collections.notifications(of: user, at: now, $0, names: names) },
                pushed: pushed.map { Set($0.pushed.compactMap { NotificationKind($0) }) }
                    ?? NotificationKind.pushedByDefault)
        }
    }

    /// Every page of a list, of a snapshot that stays the same.
    private static func all<Item>(_ page: (PageRequest) throws -> Page<Item>) throws -> [Item] {
        var items: [Item] = []
        var cursor: String?
        repeat {
            let page = try page(PageRequest(limit: PageRequest.maximumLimit, cursor: cursor))
            items += page.items
            cursor = page.cursor
        } while cursor != nil
        return items
    }
}
