import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct NotificationsView: AnswerView {
    private let answer: Answer<Notifications>

    init(_ answer: Answer<Notifications>) { self.answer = answer }

    /// A list, and beside its members how many are unread and how far one has read.
    private struct JSON: Encodable {
        var list: ListJSON<NotificationJSON>
        var unread: Int
        var readThrough: UInt64

        private enum Keys: String, CodingKey { case unread, readThrough }

        func encode(to encoder: any Encoder) throws {
            try list.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(unread, forKey: .unread)
            try container.encode(readThrough, forKey: .readThrough)
        }
    }

    func json() throws -> String {
        try JSONText.line(
            JSON(
                list: ListJSON(answer.value.page, at: answer.position, NotificationJSON.init),
                unread: answer.value.unread, readThrough: answer.value.readThrough.rawValue))
    }

    func print() {
        answer.value.page.print("Notifications, \(answer.value.unread) unread", Self.table(answer.value.page))
        answer.printPosition()
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

struct NotificationJSON: Encodable {
    var position: UInt64
    var kind: String
    var who: PersonJSON
    var at: String
    var request: String?
    var expiresAt: String?
    var secondsLeft: Int64?
    var ending: String?
    var unread: Bool

    init(_ item: UserNotification) {
        position = item.position.rawValue
        kind = item.kind.name
        who = PersonJSON(item.who)
        at = item.at.rfc3339
        request = item.request?.description
        expiresAt = item.expiresAt?.rfc3339
        secondsLeft = item.secondsLeft
        ending = item.ending?.rawValue
        unread = item.isUnread
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
