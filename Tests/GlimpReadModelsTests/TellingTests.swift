import EventLog
import GlimpDomain
import Testing

@testable import GlimpReadModels

/// What is sent out goes by the events, and what is shown by the rows: both must mean the same.
@Suite struct TellingTests {
    @Test(arguments: (0..<4).map { _ in UInt64.random(in: 0...999_999) })
    func eventsTellWhomTheRowsSay(seed: UInt64) async throws {
        var random = Seeded(seed)
        let scene = try Scene()
        var world = World()
        for _ in 0..<400 {
            scene.now.value = scene.now.value + Int64(random.next() % 60)
            let events = try world.happen(at: scene.now.value, &random)
            if !events.isEmpty { try await scene.happen(events) }
        }
        try await scene.catchUp()
        var found = 0
        for event in try scene.log.read(.all) {
            let telling = try DomainEvent(event).telling
            // Of these types an event may still tell nobody: who likes their own photo knows.
            #expect(telling == nil || DomainEvent.typesThatTell.contains(event.type), "seed \(seed)")
            for user in world.users {
                let row = try await scene.models.notification(
                    of: user, at: event.position, now: scene.now.value
                ).value
                guard let row else { continue }
                found += 1
                #expect(telling?.user == user && telling?.kind == row.kind, "seed \(seed): \(event.position)")
            }
        }
        var shown = 0
        for user in world.users {
            shown += try await scene.models.notifications(of: user, at: scene.now.value).value.page.total
        }
        #expect(found == shown && shown > 0, "seed \(seed)")
    }
}
