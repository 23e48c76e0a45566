import EventLog
import Foundation
import GlimpDomain
import Projections
import Testing

@testable import GlimpReadModels

@Suite("Erasing within random histories")
struct ErasingHistoryTests {
    @Test(
        "leaves rows that equal those of a rebuild, and tells of nobody",
        arguments: (0..<6).map { _ in UInt64.random(in: 0...999_999) })
    func erasing(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scene = try Scene()
        var world = World()
        for _ in 0..<600 {
            scene.now.value = scene.now.value + Int64(random.next() % 60)
            let events = try world.happen(at: scene.now.value, &random)
            if !events.isEmpty { try await scene.happen(events) }
        }
        // Rows that follow before the key is gone, and rows that never see anything in clear, come to the same.
        let hasFollowed = seed.isMultiple(of: 2)
        if hasFollowed { try await scene.catchUp() }
        let user = try #require(world.users.randomElement(using: &random))
        let comment = Comment(rawValue: "seed \(seed), \(world.names[user] ?? "")")
        let command = try CommandCatalogue.receive("EraseAccount", json: Array("{}".utf8))
        let prepared = try command.prepare(
            by: .user(user), id: nil, bodyDigest: [], hasher: testHasher, makeID: { UUID() }, lookUp: { _ in nil },
            head: { .beginning }, seal: { _ in testSeal })
        _ = try await prepared.execute(on: scene.log)
        scene.erase(user)
        try await scene.catchUp()

        let (models, now) = (scene.models, scene.now.value)
        let error = #expect(throws: ReadModelError.self, comment) { try models.profile(of: user) }
        #expect(error?.code == .erased, comment)
        for other in world.users where other != user {
            let friends = try await models.friends(of: other, at: now, PageRequest(limit: 500)).value.items
            #expect(!friends.map(\.person.userID).contains(user), comment)
            let shared = try await models.shared(other, with: user, PageRequest(limit: 500)).value.items
            let visible = world.glimps.filter {
                Pair($0.asker, $0.answerer) == Pair(user, other) && !$0.hiddenBy.contains(other)
            }
            #expect(shared.count == visible.count, comment)
            for glimp in shared {
                let partner = glimp.asker.userID == user ? glimp.asker : glimp.answerer
                #expect(partner.isErased && partner.username.isEmpty && partner.picture == nil, comment)
            }
        }
        let rebuilder = Rebuilder(scene.store, of: scene.log)
        for group in GlimpReadModels.all {
            let check = try await rebuilder.check(group.name)
            #expect(check.isEqual, "seed \(seed): \(check.first)")
        }
        #expect(try await rebuilder.rebuild(GlimpReadModels.all.map(\.name)).failures.isEmpty, comment)
    }
}
