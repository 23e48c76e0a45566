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

    func json() throws -> String { try JSONText.line(HomeJSON(answer, at: now)) }

    func print() {
        let home = answer.value
        home.requests.print("Answer a glimp", RequestsView.table(home.requests, \.asker, "from"))
        home.friends.print("Ask a glimp", FriendsView.table(home.friends, now))
        home.incomingInvitations.print(
            "Invitations to me", InvitationsView.table(home.incomingInvitations, \.inviter, "from"))
        home.outgoingInvitations.print(
            "Invitations from me", InvitationsView.table(home.outgoingInvitations, \.invited, "to"))
        home.unreadNotifications.print("Unread", NotificationsView.table(home.unreadNotifications))
        answer.printPosition()
    }
}
