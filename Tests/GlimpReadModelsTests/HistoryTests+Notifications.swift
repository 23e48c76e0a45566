import EventLog
import GlimpDomain
import Testing

@testable import GlimpReadModels

extension HistoryTests {
    func compareNotifications(
        _ user: UserID, _ scene: Scene, _ world: World, limit: Int, _ comment: Comment
    ) async throws {
        let (models, now) = (scene.models, scene.now.value)
        let expected = world.told.told(to: user, at: now)
        let unread = expected.filter(\.isUnread)
        let items = try await all(limit) {
            try await models.notifications(of: user, at: now, $0).map { answer in
                #expect(answer.unread == unread.count, comment)
                #expect(answer.readThrough.rawValue == world.told.readThrough[user, default: 0], comment)
                return answer.page
            }
        }
        #expect(items.map { ToldWorld.Told($0, to: user) } == expected, comment)
        for item in items {
            #expect(item.who.username == world.names[item.who.userID], comment)
            let microseconds = item.ending == nil ? item.expiresAt.map { $0.microseconds - now.microseconds } : nil
            #expect(item.secondsLeft == microseconds.map { ($0 + 999_999) / 1_000_000 }, comment)
        }
        let unreadItems = try await all(limit) {
            try await models.notifications(of: user, onlyUnread: true, at: now, $0).map(\.page)
        }
        #expect(unreadItems.map { ToldWorld.Told($0, to: user) } == unread, comment)
        let home = try await models.home(of: user, at: now, limit: limit).value.unreadNotifications
        #expect(home.total == unread.count, comment)
        #expect(home.items == Array(unreadItems.prefix(limit)), comment)

        let pushed = world.told.pushed[user] ?? NotificationKind.pushedByDefault
        #expect(try models.pushedKinds(to: user).value == pushed, comment)
    }
}

extension ToldWorld.Told {
    fileprivate init(_ item: UserNotification, to user: UserID) {
        self.init(
            user: user, who: item.who.userID, kind: item.kind, position: item.position.rawValue, request: item.request,
            photo: item.photo, comment: item.comment, expiresAt: item.expiresAt, ending: item.ending,
            isUnread: item.isUnread)
    }
}
