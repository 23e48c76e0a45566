import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct FriendsView: AnswerView {
    let answer: Answer<Page<Friend>>
    private let now: Timestamp

    init(_ answer: Answer<Page<Friend>>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    func json() throws -> String {
        try JSONText.line(ListJSON(answer.value, at: answer.position) { FriendJSON($0, at: now) })
    }

    var lines: [String] {
        answer.value.lines("Friends", Self.table(answer.value, now))
    }

    static func table(_ page: Page<Friend>, _ now: Timestamp) -> TextTable {
        var table = TextTable([
            .init(title: "friend"), .init(title: "shared glimps", isNumber: true), .init(title: "since"),
            .init(title: "open request"),
        ])
        for friend in page.items {
            let open = friend.openRequest.map { "\($0.expiresAt.timeLeft(at: now)) left" } ?? ""
            table.add(friend.person.username, "\(friend.sharedGlimps)", friend.since.rfc3339, open)
        }
        return table
    }
}
