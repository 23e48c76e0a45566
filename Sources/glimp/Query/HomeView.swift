import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct HomeView: AnswerView {
    let answer: Answer<Home>
    private let now: Timestamp

    init(_ answer: Answer<Home>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    func json() throws -> String { try JSONText.line(HomeJSON(answer, at: now)) }

    var lines: [String] {
        let home = answer.value
        return home.requests.lines("Answer a glimp", RequestsView.table(home.requests, \.asker, "from"))
            + home.friends.lines("Ask a glimp", FriendsView.table(home.friends, now))
            + InvitationsView.lines(home.incomingInvitations, home.outgoingInvitations)
            + home.unreadNotifications.lines("Unread", NotificationsView.table(home.unreadNotifications))
    }
}
