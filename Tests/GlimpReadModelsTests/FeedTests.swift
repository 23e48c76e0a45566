import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

/// What the feeds must hold, kept as plainly as possible.
private struct FeedWorld {
    struct Posted: Hashable {
        var snap: SnapID
        var feed: FeedID
        var poster: UserID
        var postedAt: Timestamp
    }
    struct Block: Hashable {
        var blocker: UserID
        var blocked: UserID
    }

    let users: [UserID]
    var feeds = Feed.predefined
    /// Not on the list any more; their snaps come back with them.
    var former: [Feed] = []
    /// Newest first.
    var snaps: [Posted] = []
    var views: [UserID: Set<SnapID>] = [:]
    var blocks: Set<Block> = []

    func snaps(in feed: FeedID, for viewer: UserID) -> [Posted] {
        snaps.filter { snap in
            snap.feed == feed && !blocks.contains(Block(blocker: snap.poster, blocked: viewer))
                && !blocks.contains(Block(blocker: viewer, blocked: snap.poster))
        }
    }

    /// One more thing that happens; nil when the dice gave something impossible.
    mutating func happen(at now: Timestamp, _ random: inout Seeded) -> DomainEvent? {
        guard let a = users.randomElement(using: &random), let b = users.randomElement(using: &random),
            let feed = feeds.randomElement(using: &random)
        else { return nil }
        switch random.next() % 20 {
        case 0..<10:
            let snap = Posted(snap: SnapID(rawValue: random.uuid()), feed: feed.feed, poster: a, postedAt: now)
            snaps.insert(snap, at: 0)
            return .snapPosted(
                SnapPosted(snap: snap.snap, feed: feed.feed, poster: a, picture: .catalogue("cat")))
        case 10..<15:
            guard let snap = snaps.randomElement(using: &random), views[a, default: []].insert(snap.snap).inserted
            else { return nil }
            return .snapViewed(
                SnapViewed(snap: snap.snap, poster: snap.poster, viewer: a, fetchBy: now, session: nil))
        case 15:
            guard let index = snaps.indices.randomElement(using: &random) else { return nil }
            let snap = snaps.remove(at: index)
            return .snapDeleted(SnapDeleted(snap: snap.snap, feed: snap.feed, poster: snap.poster))
        case 16, 17:
            guard a != b, blocks.insert(Block(blocker: a, blocked: b)).inserted else { return nil }
            return .userBlocked(UserBlocked(blocker: a, blocked: b))
        case 18:
            guard let block = blocks.min(by: { "\($0)" < "\($1)" }) else { return nil }
            blocks.remove(block)
            return .userUnblocked(UserUnblocked(blocker: block.blocker, blocked: block.blocked))
        default:
            feeds.shuffle(using: &random)
            if feeds.count > 2, random.next() % 3 == 0 { former.append(feeds.removeLast()) }
            if !former.isEmpty, random.next() % 3 == 0 { feeds.append(former.removeFirst()) }
            if random.next() % 3 == 0 {
                feeds.append(Feed(feed: FeedID(rawValue: random.uuid()), name: "Feed \(random.next())"))
            }
            return .feedsDefined(FeedsDefined(feeds: feeds))
        }
    }
}

@Suite("Feeds")
struct FeedTests {
    @Test(
        "answer as the rules imply, and equal those of a rebuild",
        arguments: (0..<4).map { _ in UInt64.random(in: 0...999_999) })
    func histories(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scene = try Scene()
        var users: [UserID] = []
        for name in ["ada", "ben", "cleo", "dora"] { users.append(try await scene.register(name)) }
        var world = FeedWorld(users: users)
        for _ in 0..<6 {
            for _ in 0..<100 {
                scene.now.value = scene.now.value + Int64(random.next() % 60)
                if let event = world.happen(at: scene.now.value, &random) { try await scene.happen([event]) }
            }
            try await scene.catchUp()
            for user in users { try await compare(user, scene, world, limit: Int(1 + random.next() % 7), seed) }
        }
        let rebuilder = Rebuilder(scene.store, of: scene.log)
        let check = try await rebuilder.check(GlimpReadModels.feeds.name)
        #expect(check.isEqual && check.rows > 0, "seed \(seed): \(check.first)")
        _ = try await rebuilder.rebuild([GlimpReadModels.feeds.name])
        for user in users { try await compare(user, scene, world, limit: 50, seed) }
    }

    private func compare(
        _ user: UserID, _ scene: Scene, _ world: FeedWorld, limit: Int, _ seed: UInt64
    ) async throws {
        let comment = Comment(rawValue: "seed \(seed)")
        let sections = try await scene.models.feeds(for: user, limit: limit).value
        #expect(sections.map(\.feed) == world.feeds, comment)
        for section in sections {
            let expected = world.snaps(in: section.feed.feed, for: user)
            #expect(section.snaps.total == expected.count, comment)
            #expect(section.snaps.items.map(\.snap) == expected.prefix(limit).map(\.snap), comment)
            let name = section.feed.name.uppercased()
            let items = try await all(limit) { page in
                try await scene.models.feed(name, for: user, page).map(\.snaps)
            }
            #expect(items.map(\.snap) == expected.map(\.snap), comment)
            #expect(items.map(\.poster.userID) == expected.map(\.poster), comment)
            #expect(items.map(\.postedAt) == expected.map(\.postedAt), comment)
            #expect(
                items.map(\.isRead)
                    == expected.map { $0.poster == user || world.views[user, default: []].contains($0.snap) }, comment)
        }
    }

    @Test("are read in bounded parts, however much is hidden, and miss nothing")
    func hidden() async throws {
        let scene = try Scene()
        let (ada, eve) = (try await scene.register("ada"), try await scene.register("eve"))
        let feed = Feed.predefined[0].feed
        func posted(_ poster: UserID) -> DomainEvent {
            .snapPosted(
                SnapPosted(snap: SnapID(rawValue: UUID()), feed: feed, poster: poster, picture: .catalogue("cat")))
        }
        try await scene.happen([posted(ada)] + (0..<5_000).map { _ in posted(eve) } + [posted(ada)])
        try await scene.happen([.userBlocked(UserBlocked(blocker: ada, blocked: eve))])
        try await scene.catchUp()
        var (cursor, found, pages): (String?, Int, Int) = (nil, 0, 0)
        repeat {
            let request = try PageRequest(limit: 10, cursor: cursor)
            let snaps = try await scene.models.feed(feed.description, for: ada, request).value.snaps
            #expect(snaps.total == 2)
            (cursor, found, pages) = (snaps.cursor, found + snaps.items.count, pages + 1)
        } while cursor != nil
        #expect(found == 2 && (4...6).contains(pages), "\(pages) pages")
        await #expect(throws: ReadModelError.self) { try await scene.models.feeds(for: ada, limit: 51) }
    }

    @Test("are the predefined ones, and empty, where nothing happened") func nothingHappened() async throws {
        let scene = try Scene()
        let ada = try await scene.register("ada")
        try await scene.catchUp()
        let sections = try await scene.models.feeds(for: ada).value
        #expect(sections.map(\.feed.name) == ["Memes", "Dog spots", "Random"])
        #expect(sections.allSatisfy { $0.snaps.items.isEmpty && $0.snaps.total == 0 && $0.snaps.cursor == nil })
        let byID = try await scene.models.feed(Feed.predefined[1].feed.description, for: ada).value
        #expect(byID.feed == Feed.predefined[1])
        let error = await #expect(throws: ReadModelError.self) { try await scene.models.feed("Cats", for: ada) }
        #expect(error?.code == .feedNotFound)
        let limit = await #expect(throws: ReadModelError.self) { try await scene.models.feeds(for: ada, limit: 0) }
        #expect(limit?.code == .invalidLimit)
    }

    /// The four moments at the border, and those about them.
    @Test(
        "tell how old a snap is in the words of the first app",
        arguments: [
            (0, "0 minutes ago"), (59, "0 minutes ago"), (60, "1 minutes ago"), (3_599, "59 minutes ago"),
            (3_600, "60 minutes ago"), (3_601, "1 hours ago"), (7_199, "1 hours ago"), (7_200, "2 hours ago"),
            (90_000, "25 hours ago"), (-5, "0 minutes ago"),
        ] as [(Int64, String)])
    func ages(seconds: Int64, words: String) {
        let posted = Timestamp(seconds: 1_800_000_000)
        #expect(posted.age(at: posted + seconds) == words)
    }

    @Test("count an hour exactly") func exactHour() {
        let posted = Timestamp(microseconds: 0)
        #expect(posted.age(at: Timestamp(microseconds: 3_600_000_000)) == "60 minutes ago")
        #expect(posted.age(at: Timestamp(microseconds: 3_600_000_001)) == "1 hours ago")
    }
}
