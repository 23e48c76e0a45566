import EventLog
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

@Suite("Random histories")
struct HistoryTests {
    @Test(
        "live rows answer as the rules imply, and equal those of a rebuild",
        arguments: (0..<6).map { _ in UInt64.random(in: 0...999_999) })
    func histories(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scene = try Scene()
        var world = World()
        for round in 0..<8 {
            for _ in 0..<150 {
                scene.now.value = scene.now.value + Int64(random.next() % 60)
                let events = try world.happen(at: scene.now.value, &random)
                if !events.isEmpty { try await scene.happen(events) }
            }
            try await scene.catchUp()
            for user in world.users { try await compare(user, scene, world, limit: Int(1 + random.next() % 7), seed) }
            // What is public is much for everybody: looked at when there is little and when there is most of it.
            for user in world.users where round % 7 == 1 || user == world.users.last {
                try await comparePhotos(user, scene, world, limit: Int(1 + random.next() % 7), seed)
            }
        }
        let rebuilder = Rebuilder(scene.store, of: scene.log)
        for group in GlimpReadModels.all {
            let check = try await rebuilder.check(group.name)
            #expect(check.isEqual, "seed \(seed): \(check.first)")
            // Every request may have been closed.
            if group.name != GlimpReadModels.expiry.name { #expect(check.rows > 0) }
        }
        let report = try await rebuilder.rebuild(GlimpReadModels.all.map(\.name))
        #expect(report.failures.isEmpty, "seed \(seed)")
        for user in world.users {
            try await compare(user, scene, world, limit: 100, seed)
            try await comparePhotos(user, scene, world, limit: 100, seed)
        }
    }

    private func compare(_ user: UserID, _ scene: Scene, _ world: World, limit: Int, _ seed: UInt64) async throws {
        let (models, now) = (scene.models, scene.now.value)
        let comment = Comment(rawValue: "seed \(seed), \(world.names[user] ?? ""), pages of \(limit)")

        let friends = try await all(limit) { try await models.friends(of: user, at: now, $0) }
        #expect(friends.map(\.person.userID) == world.friends(of: user, at: now), comment)
        for friend in friends {
            let other = friend.person.userID
            #expect(
                friend.sharedGlimps == world.glimps.filter { Pair($0.asker, $0.answerer) == Pair(user, other) }.count)
            #expect(friend.openRequest?.request == world.open(user, other, at: now)?.id, comment)
            #expect(friend.person.username == world.names[other], comment)
        }

        let requests = world.requests.filter { $0.expiresAt > now }.sorted {
            ($0.expiresAt, $0.position) < ($1.expiresAt, $1.position)
        }
        let incoming = try await all(limit) { try await models.requests(of: user, at: now, $0).map(\.incoming) }
        #expect(incoming.map(\.request) == requests.filter { $0.answerer == user }.map(\.id), comment)
        let outgoing = try await all(limit) { try await models.requests(of: user, at: now, $0).map(\.outgoing) }
        #expect(outgoing.map(\.request) == requests.filter { $0.asker == user }.map(\.id), comment)

        let invitations = Array(world.invitations.reversed())
        let invitedBy = try await all(limit) { try await models.invitations(of: user, $0).map(\.incoming) }
        #expect(invitedBy.map(\.inviter.userID) == invitations.filter { $0.invited == user }.map(\.inviter), comment)
        let invited = try await all(limit) { try await models.invitations(of: user, $0).map(\.outgoing) }
        #expect(invited.map(\.invited.userID) == invitations.filter { $0.inviter == user }.map(\.invited), comment)

        let visible = world.glimps.reversed().filter { !$0.hiddenBy.contains(user) }
        let received = visible.filter { $0.asker == user }.map(\.id)
        #expect(
            try await all(limit) { try await models.gallery(of: user, .newestFirst, $0) }.map(\.request) == received,
            comment)
        #expect(
            try await all(limit) { try await models.gallery(of: user, .oldestFirst, $0) }.map(\.request)
                == received.reversed(), comment)
        let sent = visible.filter { $0.answerer == user }.map(\.id)
        #expect(
            try await all(limit) { try await models.sent(by: user, .newestFirst, $0) }.map(\.request) == sent, comment)
        #expect(
            try await all(limit) { try await models.sent(by: user, .oldestFirst, $0) }.map(\.request)
                == sent.reversed(), comment)
        for other in world.users where other != user {
            let shared = visible.filter { Pair($0.asker, $0.answerer) == Pair(user, other) }.map(\.id)
            guard !shared.isEmpty || !world.hasBlocked(other, user) else {
                // As if the other one were not there.
                let error = await #expect(throws: ReadModelError.self, comment) {
                    try await models.shared(user, with: other)
                }
                #expect(error == .userNotFound, comment)
                continue
            }
            #expect(
                try await all(limit) { try await models.shared(user, with: other, $0) }.map(\.request) == shared,
                comment)
        }

        try await compareNotifications(user, scene, world, limit: limit, comment)

        let profile = try models.profile(username: world.names[user, default: ""].uppercased(), own: true).value
        #expect(profile.userID == user && profile.email == world.emails[user], comment)
        if let email = world.emails[user] { #expect(try models.user(email: email.lowercased()) == user, comment) }
    }
}

/// Every item of a list, page by page; each page must tell the whole list's length.
func all<Item>(
    _ limit: Int, _ page: (PageRequest) async throws -> Answer<Page<Item>>
) async throws -> [Item] {
    var items: [Item] = []
    var cursor: String?
    repeat {
        let answer = try await page(PageRequest(limit: limit, cursor: cursor))
        #expect(answer.value.items.count <= limit)
        items += answer.value.items
        cursor = answer.value.cursor
        if cursor == nil { #expect(answer.value.total == items.count) }
        try #require(items.count <= 10_000, "the cursors lead nowhere")
        if answer.value.items.isEmpty { #expect(cursor == nil) }
    } while cursor != nil
    return items
}

extension Answer {
    func map<Part>(_ part: (Value) -> Part) -> Answer<Part> { Answer<Part>(part(value), at: position) }
}

extension World {
    /// Most shared glimps first, those with an open request to them last, ties by name.
    func friends(of user: UserID, at now: Timestamp) -> [UserID] {
        users.filter { $0 != user && pairs.contains(Pair(user, $0)) }
            .map { other in
                let shared = glimps.filter { Pair($0.asker, $0.answerer) == Pair(user, other) }.count
                return (open(user, other, at: now) == nil ? 0 : 1, -shared, names[other] ?? "", other)
            }
            .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
    }
}
