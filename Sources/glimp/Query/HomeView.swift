import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct HomeView: AnswerView {
    private let answer: Answer<Home>
    private let now: Timestamp

    init(_ answer: Answer<Home>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    private struct JSON: Encodable {
        struct Invitations: Encodable {
            var incoming: ListJSON<InvitationJSON>
            var outgoing: ListJSON<InvitationJSON>
        }
        var position: UInt64
        var requests: ListJSON<RequestJSON>
        var friends: ListJSON<FriendJSON>
        var invitations: Invitations
    }

    func json() throws -> String {
        let home = answer.value
        return try JSONText.line(
            JSON(
                position: answer.position.rawValue,
                requests: ListJSON(home.requests, RequestJSON.init),
                friends: ListJSON(home.friends) { FriendJSON($0, at: now) },
                invitations: JSON.Invitations(
                    incoming: ListJSON(home.incomingInvitations, InvitationJSON.init),
                    outgoing: ListJSON(home.outgoingInvitations, InvitationJSON.init))))
    }

    func print() {
        let home = answer.value
        home.requests.print("Answer a glimp", RequestsView.table(home.requests, \.asker, "from"))
        home.friends.print("Ask a glimp", FriendsView.table(home.friends, now))
        home.incomingInvitations.print(
            "Invitations to me", InvitationsView.table(home.incomingInvitations, \.inviter, "from"))
        home.outgoingInvitations.print(
            "Invitations from me", InvitationsView.table(home.outgoingInvitations, \.invited, "to"))
        answer.printPosition()
    }
}
