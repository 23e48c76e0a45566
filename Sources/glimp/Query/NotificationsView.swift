import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct NotificationsView: AnswerView {
    let answer: Answer<Notifications>

    init(_ answer: Answer<Notifications>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(NotificationsJSON(answer)) }

    var lines: [String] {
        answer.value.page.lines("Notifications, \(answer.value.unread) unread", Self.table(answer.value.page))
    }

    static func table(_ page: Page<UserNotification>) -> TextTable {
        var table = TextTable([
            .init(title: "at", isNumber: true), .init(title: ""), .init(title: "who"), .init(title: "what"),
            .init(title: "state"), .init(title: "when"),
        ])
        for item in page.items {
            table.add(
                item.position.description, item.isUnread ? "new" : "", item.who.username, item.kind.sentence,
                item.state, item.at.rfc3339)
        }
        return table
    }
}

extension UserNotification {
    /// `12 min left`, or how it ended; empty for what has no end.
    fileprivate var state: String {
        if let secondsLeft { return "\(Timestamp.text(secondsLeft: secondsLeft)) left" }
        return ending?.rawValue ?? ""
    }
}

extension NotificationKind {
    fileprivate var sentence: String {
        switch self {
        case .friendInvited: "invited you"
        case .friendAccepted: "accepted your invitation"
        case .glimpRequested: "asks you for a glimp"
        case .glimpAnswered: "answered your request"
        case .photoLiked: "likes your photo"
        case .photoCommented: "commented on your photo"
        }
    }
}
