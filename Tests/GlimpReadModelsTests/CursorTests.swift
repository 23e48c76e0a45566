import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

@Suite("Cursors")
struct CursorTests {
    @Test(
        "an item whose sort key did not move appears exactly once, whatever else changes",
        arguments: [UInt64.random(in: 0...999_999)])
    func law(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scene = try Scene()
        let me = try await scene.register("me")
        var others: [UserID] = []
        for number in 0..<30 { others.append(try await scene.register("friend\(number)")) }
        try await scene.happen(others.map { .friends(me, $0) })
        var glimps: [GlimpRequestID] = []
        func answer(_ other: UserID) async throws {
            let id = GlimpRequestID(rawValue: random.uuid())
            try await scene.happen([
                .asked(id, me, other, until: scene.now.value + 60), try .answered(id, me, other),
            ])
            glimps.append(id)
        }
        for _ in 0..<40 { try await answer(others[Int(random.next() % 30)]) }
        try await scene.catchUp()

        let there = glimps
        let friendsBefore = try await all(100) { try await scene.models.friends(of: me, at: scene.now.value, $0) }
        var moved: Set<UserID> = []
        var hidden: Set<GlimpRequestID> = []
        var (received, friends): ([GlimpRequestID], [UserID]) = ([], [])
        var (galleryCursor, friendsCursor): (String?, String?) = (nil, nil)
        repeat {
            if received.isEmpty || galleryCursor != nil {
                let page = try await scene.models.gallery(
                    of: me, .newestFirst, PageRequest(limit: 4, cursor: galleryCursor)
                ).value
                received += page.items.map(\.request)
                galleryCursor = page.cursor
            }
            if friends.isEmpty || friendsCursor != nil {
                let page = try await scene.models.friends(
                    of: me, at: scene.now.value, PageRequest(limit: 4, cursor: friendsCursor)
                ).value
                friends += page.items.map(\.person.userID)
                friendsCursor = page.cursor
            }
            // New ones come, some move, the last one shown goes away.
            let other = others[Int(random.next() % 30)]
            moved.insert(other)
            try await answer(other)
            if let last = received.last,
                let glimp = try await all(500, { try await scene.models.gallery(of: me, .newestFirst, $0) }).first(
                    where: { $0.request == last })
            {
                hidden.insert(last)
                try await scene.happen([
                    .glimpHidden(GlimpHidden(request: last, asker: me, answerer: glimp.answerer.userID, hiddenBy: me))
                ])
            }
            try await scene.catchUp()
        } while galleryCursor != nil || friendsCursor != nil

        #expect(Set(received).count == received.count, "seed \(seed)")
        #expect(received == there.reversed(), "seed \(seed)")
        #expect(!hidden.isEmpty)
        for friend in friendsBefore.map(\.person.userID) where !moved.contains(friend) {
            #expect(friends.filter { $0 == friend }.count == 1, "seed \(seed)")
        }
    }

    @Test("those that no page of the list gave are refused")
    func bad() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        for _ in 0..<3 {
            let id = GlimpRequestID(rawValue: UUID())
            try await scene.happen([.asked(id, ada, ben, until: scene.now.value + 60), try .answered(id, ada, ben)])
        }
        try await scene.catchUp()
        let models = scene.models
        let cursor = try #require(try await models.gallery(of: ada, .newestFirst, PageRequest(limit: 1)).value.cursor)
        _ = try await models.gallery(of: ada, .newestFirst, PageRequest(limit: 1, cursor: cursor))
        let bad = [
            "", "x", "!!!!", cursor + "A", String(cursor.dropLast()), String(cursor.dropFirst()),
            String(repeating: "A", count: 5_000), "\u{e9}",
        ]
        for text in bad {
            let error = await #expect(throws: ReadModelError.self, "\(text)") {
                try await models.gallery(of: ada, .newestFirst, PageRequest(cursor: text))
            }
            #expect(error?.code == .invalidCursor)
        }
        let elsewhere: [() async throws -> Void] = [
            { _ = try await models.gallery(of: ben, .newestFirst, PageRequest(cursor: cursor)) },
            { _ = try await models.gallery(of: ada, .oldestFirst, PageRequest(cursor: cursor)) },
            { _ = try await models.sent(by: ada, .newestFirst, PageRequest(cursor: cursor)) },
            { _ = try await models.shared(ada, with: ben, PageRequest(cursor: cursor)) },
            { _ = try await models.friends(of: ada, at: scene.now.value, PageRequest(cursor: cursor)) },
            { _ = try await models.requests(of: ada, at: scene.now.value, PageRequest(cursor: cursor)) },
            { _ = try await models.invitations(of: ada, PageRequest(cursor: cursor)) },
            { _ = try await models.notifications(of: ada, at: scene.now.value, PageRequest(cursor: cursor)) },
        ]
        for ask in elsewhere {
            let error = await #expect(throws: ReadModelError.self) { try await ask() }
            #expect(error?.code == .invalidCursor)
        }
    }

    @Test("a page has 1 to 500 items", arguments: [0, -1, 501, Int.max, Int.min])
    func limits(_ limit: Int) {
        let error = #expect(throws: ReadModelError.self) { try PageRequest(limit: limit) }
        #expect(error?.code == .invalidLimit)
    }
}
