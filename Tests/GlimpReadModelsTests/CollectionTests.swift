import EventLog
import EventLogTesting
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

@Suite("Collections")
struct CollectionTests {
    @Test("a request is gone at the moment it expires, whether or not an event says so")
    func expiryAtRead() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        let (first, second) = (GlimpRequestID(rawValue: UUID()), GlimpRequestID(rawValue: UUID()))
        let end = scene.now.value + 60
        try await scene.happen([
            .friends(ada, ben), .asked(first, ada, ben, until: end), .asked(second, ben, ada, until: end + 60),
        ])
        try await scene.catchUp()
        let justBefore = Timestamp(microseconds: end.microseconds - 1)

        let open = try await scene.models.requests(of: ben, at: justBefore).value
        #expect(open.incoming.items.map(\.request) == [first])
        #expect(open.incoming.items.map(\.secondsLeft) == [1])
        #expect(open.incoming.items.map(\.asker.username) == ["ada"])
        #expect(open.outgoing.items.map(\.secondsLeft) == [61])
        #expect(try await scene.models.requests(of: ben, at: end + -60).value.incoming.items[0].secondsLeft == 60)
        #expect(try await scene.models.friends(of: ada, at: justBefore).value.items[0].openRequest?.expiresAt == end)
        #expect(try await scene.models.home(of: ben, at: justBefore).value.requests.total == 1)

        let gone = try await scene.models.requests(of: ben, at: end).value
        #expect(gone.incoming == Page(total: 0, items: [], cursor: nil))
        #expect(gone.outgoing.total == 1)
        #expect(try await scene.models.requests(of: ada, at: end).value.outgoing.total == 0)
        #expect(try await scene.models.friends(of: ada, at: end).value.items[0].openRequest == nil)
        #expect(try await scene.models.home(of: ben, at: end).value.requests.items.isEmpty)

        // Asked again before the expiry of the first is written: closing the first leaves the new one open.
        let again = GlimpRequestID(rawValue: UUID())
        try await scene.happen([
            .asked(again, ada, ben, until: end + 600),
            .glimpExpired(GlimpExpired(request: first, asker: ada, answerer: ben, expiresAt: end)),
        ])
        try await scene.catchUp()
        #expect(try await scene.models.friends(of: ada, at: end).value.items[0].openRequest?.request == again)
        #expect(try await scene.models.requests(of: ben, at: end).value.incoming.total == 1)
    }

    @Test("friends: most shared glimps first, those asked last, ties by username without regard to case")
    func orderOfFriends() async throws {
        let scene = try Scene()
        let me = try await scene.register("me")
        var friends: [String: UserID] = [:]
        for name in ["zoe", "Bea", "abe", "cy", "dan"] { friends[name] = try await scene.register(name) }
        for friend in friends.values { try await scene.happen([.friends(me, friend)]) }
        func glimp(_ asker: UserID, _ answerer: UserID) async throws {
            let id = GlimpRequestID(rawValue: UUID())
            try await scene.happen([
                .asked(id, asker, answerer, until: scene.now.value + 60), try .answered(id, asker, answerer),
            ])
        }
        let (zoe, cy) = (try #require(friends["zoe"]), try #require(friends["cy"]))
        // Both directions count.
        try await glimp(me, zoe)
        try await glimp(zoe, me)
        for _ in 1...3 { try await glimp(cy, me) }
        let request = GlimpRequestID(rawValue: UUID())
        try await scene.happen([.asked(request, me, cy, until: scene.now.value + 60)])
        try await scene.catchUp()
        let list = try await scene.models.friends(of: me, at: scene.now.value)
        #expect(list.value.items.map(\.person.username) == ["zoe", "abe", "Bea", "dan", "cy"])
        #expect(list.value.items.map(\.sharedGlimps) == [2, 0, 0, 0, 3])
        #expect(list.value.items.last?.openRequest?.request == request)
        #expect(list.value.total == 5)
        #expect(list.position == scene.log.head())
        // A request from a friend is none to them.
        #expect(try await scene.models.friends(of: cy, at: scene.now.value).value.items[0].openRequest == nil)
        let later = try await scene.models.friends(of: me, at: scene.now.value + 60)
        #expect(later.value.items.map(\.person.username) == ["cy", "zoe", "abe", "Bea", "dan"])

        // The end of a friendship takes no glimps away.
        try await scene.happen([.friendRemoved(FriendRemoved(remover: me, removed: zoe))])
        try await scene.catchUp()
        #expect(try await scene.models.friends(of: me, at: scene.now.value).value.total == 4)
        #expect(try await scene.models.shared(me, with: zoe).value.total == 2)
        #expect(try await scene.models.gallery(of: zoe).value.total == 1)
    }

    /// What they shared stays; that there is somebody who has news does not.
    @Test("who has blocked somebody is shown to them with the username only")
    func blocked() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        let id = GlimpRequestID(rawValue: UUID())
        try await scene.happen([
            .friends(ada, ben), .asked(id, ada, ben, until: scene.now.value + 60), try .answered(id, ada, ben),
            .userBlocked(UserBlocked(blocker: ben, blocked: ada)),
        ])
        for user in [ada, ben] {
            try await scene.happen([
                .displayNameChanged(DisplayNameChanged(user: user, displayName: "News")),
                .profilePictureChanged(ProfilePictureChanged(user: user, photo: try photo(UUID()))),
            ])
        }
        try await scene.catchUp()
        for page in [try await scene.models.gallery(of: ada), try await scene.models.shared(ada, with: ben)] {
            let glimp = try #require(page.value.items.first)
            #expect(glimp.answerer == PersonSummary(userID: ben, username: "ben", displayName: "", picture: nil))
            #expect(glimp.asker.displayName == "News" && glimp.asker.picture != nil)
        }
        // The one who has blocked sees what everybody sees.
        let sent = try #require(try await scene.models.sent(by: ben).value.items.first)
        #expect(sent.asker.displayName == "News" && sent.asker.picture != nil)
    }

    @Test("names are waited for, and missing ones do not hide a list")
    func namesBehind() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), UserID(rawValue: UUID()))
        try await scene.catchUp()
        try await scene.happen([.registered(ben, "ben"), .friends(ada, ben)])
        let (accounts, collections) = (GlimpReadModels.accounts, GlimpReadModels.collections)
        try await Projector(collections, in: scene.store, of: scene.log).catchUp(through: Position(3))
        async let answer = scene.models.friends(of: ada, at: scene.now.value)
        try await Task.sleep(for: .milliseconds(50))
        try await Projector(accounts, in: scene.store, of: scene.log).catchUp(through: Position(3))
        #expect(try await answer.value.items.map(\.person.username) == ["ben"])

        let cleo = UserID(rawValue: UUID())
        try await scene.happen([.registered(cleo, "cleo"), .friends(ada, cleo)])
        try await Projector(collections, in: scene.store, of: scene.log).catchUp(through: Position(5))
        let late = try await scene.models.friends(of: ada, at: scene.now.value).value
        #expect(late.total == 2)
        #expect(late.items.map(\.person.username) == ["", "ben"])
    }

    @Test("people are found by name and address, as they are now")
    func accounts() async throws {
        let scene = try Scene()
        let ada = try await scene.register("Ada.L", email: "Ada@example.org")
        let picture = try photo(UUID())
        try await scene.happen([
            .displayNameChanged(DisplayNameChanged(user: ada, displayName: "Ada L.")),
            .profilePictureChanged(ProfilePictureChanged(user: ada, photo: picture)),
            .emailChanged(
                EmailChanged(
                    user: ada, email: "countess@example.org",
                    emailHash: testHasher.hash(try #require(EmailAddress("countess@example.org"))),
                    previousEmailHash: nil)),
        ])
        try await scene.catchUp()
        let profile = try scene.models.profile(username: "aDA.l")
        #expect(profile.position == Position(4))
        #expect(profile.value.userID == ada)
        #expect(profile.value.username == "Ada.L")
        #expect(profile.value.displayName == "Ada L.")
        #expect(profile.value.picture == picture)
        #expect(profile.value.email == nil)
        #expect(try scene.models.profile(of: ada, own: true).value.email == "countess@example.org")
        #expect(try scene.models.user(email: "COUNTESS@example.org") == ada)
        #expect(try scene.models.user(email: "ada@example.org") == nil)
        let error = #expect(throws: ReadModelError.self) { try scene.models.profile(username: "nobody") }
        #expect(error?.code == .userNotFound)
    }
}
