import EventLog

/// What two people are to each other, as far as a boundary shows.
public struct Relationship: Sendable {
    private(set) var registered: Set<UserID> = []
    private(set) var areFriends = false
    /// Who opened the invitation that is open: there is never one each way, they would be friends.
    private(set) var inviter: UserID?
    private(set) var blockers: Set<UserID> = []
    private var unblocks: [UserID: Int] = [:]
    private(set) var requests = OpenRequests()

    /// How often one of the two has let the other come near again.
    func unblocks(by user: UserID) -> Int { unblocks[user] ?? 0 }

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .accountRegistered(let event): registered.insert(event.user)
        case .accountErased(let event): registered.remove(event.user)
        case .friendInvited(let event): inviter = event.inviter
        case .friendAccepted:
            areFriends = true
            inviter = nil
        case .friendDeclined, .invitationCancelled: inviter = nil
        case .friendRemoved: areFriends = false
        case .userBlocked(let event): blockers.insert(event.blocker)
        case .userUnblocked(let event):
            blockers.remove(event.blocker)
            unblocks[event.blocker, default: 0] += 1
        default: requests.evolve(event)
        }
    }
}

extension QueryItem {
    /// What happened between the two, of these types.
    static func between(_ pair: Pair, _ types: [EventType]) -> QueryItem { QueryItem(types: types, tags: [pair.tag]) }
}

extension [EventType] {
    /// Whether an invitation is open.
    static let invitations = [
        FriendInvited.type, FriendAccepted.type, FriendDeclined.type, InvitationCancelled.type,
    ]
    /// Whether the two are friends.
    static let friendships = [FriendAccepted.type, FriendRemoved.type]
    /// Whether one has blocked the other.
    static let blocks = [UserBlocked.type, UserUnblocked.type]
}
