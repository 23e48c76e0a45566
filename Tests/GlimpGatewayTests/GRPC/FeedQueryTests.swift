import Foundation
import GRPCCore
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

@Suite struct FeedQueryTests {
    @Test func feedsAreAnsweredAsThePersonSeesThem() async throws {
        try await withGateway { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            let snap = UUID().uuidString.lowercased()
            let post = Glimp_V1_PostSnap.with {
                $0.feed = "dog spots"
                $0.picture.catalogue = "dog"
                $0.snap = snap
            }
            try await gateway.send(post, bob)
            let position = try await gateway.send(Glimp_V1_OpenSnap.with { $0.snap = snap }, ada).position
            try await gateway.glimp.catchUpReadModels()
            let all = try await gateway.queries.feeds(.with { $0.waitFor = position }, metadata: ada.metadata)
            #expect(all.feeds.map(\.name) == ["Memes", "Dog spots", "Random"])
            #expect(all.feeds.map(\.total) == [0, 1, 0])
            let item = try #require(all.feeds[1].items.first)
            #expect(item.snap == snap && item.poster.username == "bob" && item.read)
            #expect(item.age == "0 minutes ago")
            let one = try await gateway.queries.feed(
                .with {
                    $0.feed = all.feeds[1].feed
                    $0.waitFor = position
                }, metadata: bob.metadata)
            let own = try #require(one.feed.items.first)
            #expect(own.snap == snap && own.read && one.position >= position, "one's own is nothing unread")
            try await expectError(.notFound, "feed_not_found") {
                try await gateway.queries.feed(.with { $0.feed = "Cats" }, metadata: ada.metadata)
            }
        }
    }
}
