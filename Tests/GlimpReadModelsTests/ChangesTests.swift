import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

/// A copy of a person's collections, as somebody far away keeps it.
typealias Copy = [String: CollectionRow]

@Suite("Changes")
struct ChangesTests {
    @Test(
        "applied to an old copy give exactly the new one, however far it lies back and whatever happens between pages",
        arguments: (0..<6).map { _ in UInt64.random(in: 0...999_999) })
    func law(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scene = try Scene()
        var world = World()
        func live(_ count: Int) async throws {
            for _ in 0..<count {
                scene.now.value = scene.now.value + Int64(random.next() % 60)
                let events = try world.happen(at: scene.now.value, &random)
                if !events.isEmpty { try await scene.happen(events) }
            }
            try await scene.catchUp()
        }
        try await live(20)
        var copies: [UserID: (copy: Copy, position: Position)] = [:]
        var collections: Set<PersonalCollection> = []
        for round in 0..<12 {
            try await live(Int(random.next() % 150))
            for user in world.users where random.next() % 2 == 0 {
                let old = copies[user] ?? ([:], .beginning)
                let comment = Comment(rawValue: "seed \(seed), round \(round), \(world.names[user] ?? "")")
                var (copy, cursor) = (old.copy, String?.none)
                var position = Position.beginning
                repeat {
                    let request = try PageRequest(limit: Int(1 + random.next() % 40), cursor: cursor)
                    let answer = try scene.models.changes(for: user, since: old.position, request)
                    #expect(answer.value.items.count <= request.limit)
                    copy.apply(answer.value.items)
                    collections.formUnion(answer.value.items.map(\.collection))
                    (cursor, position) = (answer.value.cursor, answer.position)
                    if cursor != nil, random.next() % 4 == 0 { try await live(5) }
                } while cursor != nil
                #expect(try copy == scene.copy(of: user), comment)
                #expect(position == (try scene.models.position()), comment)
                copies[user] = (copy, position)
            }
        }
        // Every collection took part.
        #expect(collections == Set(PersonalCollection.allCases), "seed \(seed)")

        // Positions are of the log: a rebuild changes nothing.
        let before = try world.users.map { try scene.models.changes(for: $0, since: Position(30)) }
        _ = try await Rebuilder(scene.store, of: scene.log).rebuild([GlimpReadModels.collections.name])
        #expect(try world.users.map { try scene.models.changes(for: $0, since: Position(30)) } == before)
    }

    @Test("tell what came, changed and went since a position, and nothing else")
    func readable() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        try await scene.happen([.friends(ada, ben)])
        let (request, end) = (GlimpRequestID(rawValue: UUID()), scene.now.value + 60)
        let asked = try await scene.happen([.asked(request, ada, ben, until: end)])
        try await scene.catchUp()
        let before = try scene.models.changes(for: ben, since: asked.previous)
        #expect(before.position == asked)
        try #require(before.value.items.map(\.collection) == [.incomingRequests, .notifications])
        #expect(before.value.items.map(\.key) == [request.description, "\(asked)"])
        guard case .put(.request(let row)) = before.value.items[0].change else {
            Issue.record("\(before)")
            return
        }
        #expect(row.expiresAt == end && row.asker == ada && row.answerer == ben)

        // Long after it expired, and with no event that says so, the row is what it was.
        scene.now.value = end + 1_000
        #expect(try scene.models.changes(for: ben, since: asked.previous) == before)
        #expect(try scene.models.changes(for: ben, since: asked).value.items.isEmpty)

        let expired = GlimpExpired(request: request, asker: ada, answerer: ben, expiresAt: end)
        let gone = try await scene.happen([.glimpExpired(expired)])
        try await scene.catchUp()
        let after = try scene.models.changes(for: ben, since: asked).value.items
        try #require(after.map(\.collection) == [.incomingRequests, .notifications])
        #expect(after[0].change == .removed && after[0].key == request.description && after[0].position == gone)
        guard case .put(.notification(let told)) = after[1].change else {
            Issue.record("\(after)")
            return
        }
        #expect(told.ending == .expired)
        // Who has not seen it is told that it is not there.
        #expect(try scene.models.changes(for: ben, since: asked.previous).value.items.first?.change == .removed)
        // A friend's new name changes the friend.
        let renamed = try await scene.happen([.displayNameChanged(DisplayNameChanged(user: ada, displayName: "Ada"))])
        try await scene.catchUp()
        let friend = try scene.models.changes(for: ben, since: gone).value.items
        #expect(friend.map(\.key) == [ada.description])
        guard case .put(.friend(let row)) = friend.first?.change else {
            Issue.record("\(friend)")
            return
        }
        #expect(row.profileChangedAt == renamed && row.friend == ada)
    }

    @Test("a position that the collections have not come to, and another's cursor, are refused")
    func refused() async throws {
        let scene = try Scene()
        let (ada, ben) = (try await scene.register("ada"), try await scene.register("ben"))
        try await scene.happen([.friends(ada, ben)])
        try await scene.catchUp()
        #expect(try scene.models.changes(for: ada, since: Position(3)).value == Changes(items: [], cursor: nil))
        let future = #expect(throws: ReadModelError.self) { try scene.models.changes(for: ada, since: Position(4)) }
        #expect(future?.code == .invalidPosition)
        let cursor = try #require(
            try scene.models.changes(for: ada, since: .beginning, PageRequest(limit: 1)).value.cursor)
        for other in [(ben, cursor), (ada, "x")] {
            let error = #expect(throws: ReadModelError.self) {
                try scene.models.changes(for: other.0, since: .beginning, PageRequest(cursor: other.1))
            }
            #expect(error?.code == .invalidCursor)
        }
    }
}

extension Copy {
    mutating func apply(_ changes: [CollectionChange]) {
        for change in changes {
            let key = "\(change.collection.name) \(change.key)"
            switch change.change {
            case .put(let row): self[key] = row
            case .removed: self[key] = nil
            }
        }
    }
}

extension Scene {
    /// Everything that a person's collections hold, read straight from the tables.
    func copy(of user: UserID) throws -> Copy {
        let tables: [(PersonalCollection, TableShape)] = [
            (.profile, MeProjection.profile.shape), (.friends, FriendsProjection.friends.shape),
            (.sharedGlimps, SharedProjection.answered.shape),
            (.incomingInvitations, InvitationsProjection.incoming.shape),
            (.outgoingInvitations, InvitationsProjection.outgoing.shape),
            (.incomingRequests, RequestsProjection.incoming.shape),
            (.outgoingRequests, RequestsProjection.outgoing.shape), (.received, GalleryProjection.received.shape),
            (.sent, GalleryProjection.sent.shape), (.notifications, NotificationsProjection.all.shape),
            (.readThrough, NotificationsProjection.readThrough.shape),
            (.pushedNotifications, NotificationsProjection.preferences.shape),
        ]
        return try store.read(GlimpReadModels.collections.name) { snapshot in
            var copy: Copy = [:]
            for (collection, table) in tables {
                var keys: [RowKey] = []
                try snapshot.visit(RowRange(prefix: RowKey(user)), of: table) { key, _ in
                    keys.append(key)
                    return true
                }
                for key in keys {
                    let row = try #require(try snapshot.row(of: collection, at: key))
                    let old = copy.updateValue(row, forKey: "\(collection.name) \(row.name(collection))")
                    #expect(old == nil, "two rows have one name")
                }
            }
            return copy
        }
    }
}

extension CollectionRow {
    /// What names it within its collection.
    fileprivate func name(_ collection: PersonalCollection) -> String {
        switch self {
        case .profile, .readThrough, .pushedNotifications: ""
        case .friend(let row): row.friend.description
        case .sharedGlimps(let row): row.other.description
        case .invitation(let row):
            collection == .incomingInvitations ? row.inviter.description : row.invited.description
        case .request(let row): row.request.description
        case .glimp(let row): row.request.description
        case .notification(let row): "\(row.position)"
        }
    }
}
