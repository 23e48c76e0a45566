import EventLog
import Foundation
import GlimpService
import Testing

@testable import GlimpOutbox

@Suite struct SubscriptionTests {
    @Test func onePersonsAreBoundedAndTheSameURLIsOne() async throws {
        let world = try await OutboxWorld { $0.subscriptionsOfPerson = 2 }
        func code(_ url: String) async throws -> OutboxError.Code? {
            do {
                _ = try await world.outbox.subscribe(webhook: url, for: world.ada)
                return nil
            } catch let error as OutboxError {
                return error.code
            }
        }
        #expect(try await code("https://a.example/1") == nil)
        #expect(try await code("https://A.example:443/1") == .alreadySubscribed)
        #expect(try await code("https://a.example/2") == nil)
        #expect(try await code("https://a.example/3") == .tooManySubscriptions)
        _ = try await world.outbox.subscribe(webhook: "https://a.example/1", for: world.bob)
        let all = try world.outbox.subscriptions(of: world.ada, .webhook)
        #expect(try all.map { try world.outbox.url(of: $0) } == ["https://a.example/1", "https://a.example/2"])
        try await world.outbox.remove(all[0])
        #expect(try await code("https://a.example/3") == nil)
        #expect(throws: OutboxError.self) { try world.outbox.subscription(all[0].id, of: nil) }
        #expect(throws: OutboxError.self) { try world.outbox.subscription(all[1].id, of: world.bob) }
        #expect(throws: OutboxError.self) { try world.outbox.subscription(all[1].id, .push, of: world.ada) }
    }

    /// Neither where to nor with which key lies in the clear, in the file or in what LMDB has freed.
    @Test func whatIsSecretIsSealed() async throws {
        let world = try await OutboxWorld()
        let (subscription, secret) = try await world.outbox.subscribe(
            webhook: "https://very-particular.example/path", for: world.ada)
        let file = try Data(contentsOf: URL(filePath: world.path + "/outbox/data.mdb"))
        let bytes = try #require(Data(base64Encoded: String(secret.dropFirst(6))))
        for part in [Data("very-particular".utf8), bytes, Data(secret.utf8)] {
            #expect(file.range(of: part) == nil && file.range(of: part.base64EncodedData()) == nil)
        }
        #expect(try world.outbox.url(of: subscription) == "https://very-particular.example/path")
        #expect(!"\(subscription.metadata("x"))".contains("example"))
    }

    @Test func aPingIsSignedAndSaysHowItWent() async throws {
        let world = try await OutboxWorld()
        let receiver = try await LoopbackReceiver()
        let (subscription, _) = try await world.outbox.subscribe(webhook: receiver.url, for: world.ada)
        #expect(try await world.outbox.ping(subscription) == nil)
        receiver.answers(500)
        #expect(try await world.outbox.ping(subscription) == "it answered 500")
        #expect(try receiver.deliveries.map { try $0.json["type"] as? String } == ["ping", "ping"])
        #expect(Set(receiver.deliveries.map(\.id)).count == 2)
        #expect(try world.standing(subscription).failures == 0)
    }

    @Test func ofADirectoryThatIsMadeAtOnceOneStays() async throws {
        let world = try await OutboxWorld()
        let directory = world.path + "/outbox"
        let checkpoint = try OutboxCheckpoint(try world.glimp.log.head(), in: world.glimp.log)
        try OutboxFiles.createIfMissing(directory) {
            // Somebody else is faster.
            try world.outbox.open()
            return checkpoint
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path).count { $0.contains("outbox") } == 1)
    }
}
