import EventLog
import GlimpReadModels

/// The beginning of every list, true for one position, as programs see it.
package struct HomeJSON: Encodable, Sendable {
    package var position: UInt64
    package var requests: ListJSON<RequestJSON>
    package var friends: ListJSON<FriendJSON>
    package var invitations: InvitationsJSON
    package var unreadNotifications: ListJSON<NotificationJSON>

    package init(_ answer: Answer<Home>, at now: Timestamp) {
        let home = answer.value
        position = answer.position.rawValue
        requests = ListJSON(home.requests, RequestJSON.init)
        friends = ListJSON(home.friends) { FriendJSON($0, at: now) }
        invitations = InvitationsJSON(incoming: home.incomingInvitations, outgoing: home.outgoingInvitations)
        unreadNotifications = ListJSON(home.unreadNotifications, NotificationJSON.init)
    }
}
