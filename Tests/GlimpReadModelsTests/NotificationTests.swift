import EventLog
import Foundation
import GlimpDomain
import Testing

@testable import GlimpReadModels

@Suite("Notifications")
struct NotificationTests {
    private let scene: Scene
    private let ada, ben: UserID

    init() async throws {
        scene = try Scene()
        ada = try await scene.register("ada")
        ben = try await scene.register("ben")
    }

    private func told(_ user: UserID, onlyUnread: Bool = false) async throws -> Notifications {
        try await scene.catchUp()
        return try await scene.models.notifications(of: user, onlyUnread: onlyUnread, at: scene.now.value).value
    }

    private func invite(_ a: UserID, _ b: UserID) async throws {
        try await scene.happen([.friendInvited(FriendInvited(inviter: a, invited: b))])
    }

    @Test("tell of the four things, newest first, each at its event's position")
    func kinds() async throws {
        try await invite(ada, ben)
        try await scene.happen([.friends(ada, ben)])
        let request = GlimpRequestID(rawValue: UUID())
        try await scene.happen([.asked(request, ada, ben, until: scene.now.value + 60)])
        let open = try await told(ben)
        #expect(open.page.items.map(\.kind) == [.glimpRequested, .friendInvited])
        #expect(open.page.items.map(\.secondsLeft) == [60, nil])
        #expect(open.page.items.map(\.ending) == [nil, .accepted])
        // An invitation that was accepted is nothing to look at any more.
        #expect(open.page.items.map(\.isUnread) == [true, false])
        #expect(open.unread == 1)

        try await scene.happen([try .answered(request, ada, ben)])
        let answered = try await told(ben)
        #expect(answered.page.items.map(\.position) == [Position(5), Position(3)])
        #expect(answered.page.items.map(\.ending) == [.answered, .accepted])
        #expect(answered.unread == 0)
        let asker = try await told(ada).page
        #expect(asker.items.map(\.kind) == [.glimpAnswered, .friendAccepted])
        #expect(asker.items.map(\.position) == [Position(6), Position(4)])
        #expect(asker.items.map(\.request) == [request, nil])
        #expect(asker.items.allSatisfy { $0.who.username == "ben" && $0.isUnread && $0.at == scene.now.value })
    }

    @Test("a request is over, and no longer unread, at the moment it expires")
    func expiry() async throws {
        let (end, request) = (scene.now.value + 60, GlimpRequestID(rawValue: UUID()))
        try await scene.happen([.friends(ben, ada), .asked(request, ada, ben, until: end)])
        scene.now.value = Timestamp(microseconds: end.microseconds - 1)
        #expect(try await told(ben).page.items.map(\.secondsLeft) == [1, nil])
        #expect(try await told(ben).unread == 2)
        for isWritten in [false, true] {
            scene.now.value = end
            let over = try await told(ben)
            #expect(over.page.items.map(\.ending) == [.expired, nil], "written: \(isWritten)")
            #expect(over.page.items.map(\.secondsLeft) == [nil, nil])
            #expect(over.unread == 1, "written: \(isWritten)")
            #expect(try await told(ben, onlyUnread: true).page.items.map(\.kind) == [.friendAccepted])
            #expect(try await scene.models.home(of: ben, at: end).value.unreadNotifications.total == 1)
            try await scene.happen([
                .glimpExpired(GlimpExpired(request: request, asker: ada, answerer: ben, expiresAt: end))
            ])
            if isWritten { break }
        }
    }

    @Test("are read up to a position, each person's own")
    func reading() async throws {
        var positions: [Position] = []
        for name in ["cleo", "dan", "eve"] {
            let other = try await scene.register(name)
            positions.append(try await scene.happen([.friendInvited(FriendInvited(inviter: other, invited: ada))]))
            try await invite(other, ben)
        }
        try await scene.happen([.notificationsRead(NotificationsRead(user: ada, position: positions[1]))])
        let read = try await told(ada)
        #expect(read.readThrough == positions[1] && read.unread == 1)
        #expect(read.page.items.map(\.isUnread) == [true, false, false])
        #expect(read.page.total == 3)
        #expect(try await told(ada, onlyUnread: true).page.items.map(\.position) == [positions[2]])
        #expect(try await told(ben).unread == 3)
        // What ends after it was read stays read.
        let cleo = read.page.items[2].who.userID
        try await scene.happen([.friendDeclined(FriendDeclined(inviter: cleo, decliner: ada))])
        #expect(try await told(ada).unread == 1)
    }

    @Test("of somebody blocked are gone, both ways, and stay gone")
    func blocking() async throws {
        let cleo = try await scene.register("cleo")
        let request = GlimpRequestID(rawValue: UUID())
        try await invite(ada, ben)
        try await scene.happen([
            .friends(ada, ben), .friends(ada, cleo), .friends(cleo, ben),
            .asked(request, ada, ben, until: scene.now.value + 60),
        ])
        #expect(try await told(ada).page.total == 2)
        #expect(try await told(ben).page.total == 2)
        try await scene.happen([
            .userBlocked(UserBlocked(blocker: ben, blocked: ada)),
            .friendRemoved(FriendRemoved(remover: ben, removed: ada)),
            .glimpRequestCancelled(GlimpRequestCancelled(request: request, asker: ada, answerer: ben)),
        ])
        for _ in 1...2 {
            let (mine, theirs) = (try await told(ada), try await told(ben))
            #expect(mine.page.items.map(\.who.username) == ["cleo"] && mine.page.total == 1 && mine.unread == 1)
            #expect(theirs.page.items.isEmpty && theirs.page.total == 0 && theirs.unread == 0)
            try await scene.happen([.userUnblocked(UserUnblocked(blocker: ben, blocked: ada))])
        }
        #expect(try await told(cleo).page.total == 1)
    }

    @Test("each kind can be switched on and off", arguments: NotificationKind.allCases)
    func preferences(_ kind: NotificationKind) async throws {
        try await scene.catchUp()
        let isDefault = NotificationKind.pushedByDefault.contains(kind)
        #expect(try scene.models.pushes(kind, to: ada).value == isDefault)
        for pushed in [[kind], Set(NotificationKind.allCases).subtracting([kind]), []] {
            let event = NotificationPreferencesSet(user: ada, pushed: pushed)
            try await scene.happen([.notificationPreferencesSet(event)])
            try await scene.catchUp()
            #expect(try scene.models.pushes(kind, to: ada).value == pushed.contains(kind))
            #expect(try scene.models.pushedKinds(to: ada).value == pushed)
            #expect(try scene.models.pushes(kind, to: ben).value == isDefault)
        }
    }
}
