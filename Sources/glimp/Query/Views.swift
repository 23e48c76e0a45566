import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct ProfileView: AnswerView {
    private let answer: Answer<Profile>

    init(_ answer: Answer<Profile>) { self.answer = answer }

    private struct JSON: Encodable {
        var position: UInt64
        var userId: String
        var username: String
        var displayName: String?
        var email: String?
        var picture: PhotoJSON?
        var registeredAt: String
    }

    func json() throws -> String {
        let profile = answer.value
        return try JSONText.line(
            JSON(
                position: answer.position.rawValue, userId: profile.userID.description, username: profile.username,
                displayName: profile.displayName.isEmpty ? nil : profile.displayName, email: profile.email,
                picture: profile.picture.map(PhotoJSON.init), registeredAt: profile.registeredAt.rfc3339))
    }

    func print() {
        let profile = answer.value
        var table = TextTable("field", "value")
        table.add("username", profile.username)
        table.add("id", profile.userID.description)
        if !profile.displayName.isEmpty { table.add("display name", profile.displayName) }
        if let email = profile.email { table.add("e-mail", email) }
        if let picture = profile.picture { table.add("picture", picture.media.description) }
        table.add("registered", profile.registeredAt.rfc3339)
        table.print()
        answer.printPosition()
    }
}

struct FriendsView: AnswerView {
    private let answer: Answer<Page<Friend>>
    private let now: Timestamp

    init(_ answer: Answer<Page<Friend>>, at now: Timestamp) {
        self.answer = answer
        self.now = now
    }

    func json() throws -> String {
        try JSONText.line(ListJSON(answer.value, at: answer.position) { FriendJSON($0, at: now) })
    }

    func print() {
        answer.value.print("Friends", Self.table(answer.value, now))
        answer.printPosition()
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

struct InvitationsView: AnswerView {
    private let answer: Answer<Invitations>

    init(_ answer: Answer<Invitations>) { self.answer = answer }

    private struct JSON: Encodable {
        var position: UInt64
        var incoming: ListJSON<InvitationJSON>
        var outgoing: ListJSON<InvitationJSON>
    }

    func json() throws -> String {
        try JSONText.line(
            JSON(
                position: answer.position.rawValue,
                incoming: ListJSON(answer.value.incoming, InvitationJSON.init),
                outgoing: ListJSON(answer.value.outgoing, InvitationJSON.init)))
    }

    func print() {
        answer.value.incoming.print("Invitations to me", Self.table(answer.value.incoming, \.inviter, "from"))
        answer.value.outgoing.print("Invitations from me", Self.table(answer.value.outgoing, \.invited, "to"))
        answer.printPosition()
    }

    static func table(
        _ page: Page<Invitation>, _ person: KeyPath<Invitation, PersonSummary>, _ title: String
    ) -> TextTable {
        var table = TextTable(title, "invited")
        for item in page.items { table.add(item[keyPath: person].username, item.invitedAt.rfc3339) }
        return table
    }
}

struct RequestsView: AnswerView {
    private let answer: Answer<GlimpRequests>

    init(_ answer: Answer<GlimpRequests>) { self.answer = answer }

    private struct JSON: Encodable {
        var position: UInt64
        var incoming: ListJSON<RequestJSON>
        var outgoing: ListJSON<RequestJSON>
    }

    func json() throws -> String {
        try JSONText.line(
            JSON(
                position: answer.position.rawValue,
                incoming: ListJSON(answer.value.incoming, RequestJSON.init),
                outgoing: ListJSON(answer.value.outgoing, RequestJSON.init)))
    }

    func print() {
        answer.value.incoming.print("Asked of me", Self.table(answer.value.incoming, \.asker, "from"))
        answer.value.outgoing.print("Asked by me", Self.table(answer.value.outgoing, \.answerer, "to"))
        answer.printPosition()
    }

    static func table(
        _ page: Page<GlimpRequest>, _ person: KeyPath<GlimpRequest, PersonSummary>, _ title: String
    ) -> TextTable {
        var table = TextTable([
            .init(title: title), .init(title: "time left", isNumber: true), .init(title: "request"),
        ])
        for item in page.items {
            table.add(
                item[keyPath: person].username, Timestamp.text(secondsLeft: item.secondsLeft), item.request.description)
        }
        return table
    }
}

struct GlimpsView: AnswerView {
    private let answer: Answer<Page<Glimp>>

    init(_ answer: Answer<Page<Glimp>>) { self.answer = answer }

    func json() throws -> String {
        try JSONText.line(ListJSON(answer.value, at: answer.position, GlimpJSON.init))
    }

    func print() {
        var table = TextTable("answered", "asked by", "from", "photo")
        for glimp in answer.value.items {
            let photo = glimp.photo
            table.add(
                glimp.answeredAt.rfc3339, glimp.asker.username, glimp.answerer.username,
                "\(photo.media) \(photo.width)×\(photo.height)")
        }
        answer.value.print("Glimps", table)
        answer.printPosition()
    }
}

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
        var unreadNotifications: ListJSON<NotificationJSON>
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
                    outgoing: ListJSON(home.outgoingInvitations, InvitationJSON.init)),
                unreadNotifications: ListJSON(home.unreadNotifications, NotificationJSON.init)))
    }

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
