public import EventLog
public import GlimpDomain
import Projections

/// What a person sees first: the beginning of each list, all true for one position. Each list's cursor continues it
/// through its own question.
public struct Home: Hashable, Sendable {
    public var requests: Page<GlimpRequest>
    public var friends: Page<Friend>
    public var incomingInvitations: Page<Invitation>
    public var outgoingInvitations: Page<Invitation>
    /// The newest ones that are unread; their total is how many are.
    public var unreadNotifications: Page<UserNotification>
}

extension ReadModels {
    /// What a person sees first, the beginning of each list, as it is at `now`.
    /// - Parameter limit: items of each list, 1 to 500.
    /// - Throws: `invalid_limit`; what reading the rows throws.
    public func home(
        of user: UserID, at now: Timestamp, limit: Int = PageRequest.defaultLimit
    ) async throws -> Answer<Home> {
        let request = try PageRequest(limit: limit)
        return try await collections { collections, names in
            let invitations = try collections.invitations(of: user, request, names: names)
            return Home(
                requests: try collections.incomingRequests(of: user, at: now, request, names: names),
                friends: try collections.friends(of: user, at: now, request, names: names),
                incomingInvitations: invitations.incoming,
                outgoingInvitations: invitations.outgoing,
                unreadNotifications: try collections.unreadNotifications(of: user, at: now, request, names: names)
            )
        }
    }
}
