import EventLog
import GlimpSchemas
import SwiftProtobuf
import Testing

@testable import GlimpDomain

@Suite struct FeedListTests {
    /// Defines feeds by name, or by name and id.
    private func define(_ feeds: [(String, FeedID?)], by actor: Actor? = .operator, given: DomainEvent...) throws
        -> Ruling
    {
        let wire = Glimp_V1_DefineFeeds.with {
            $0.feeds = feeds.map { name, id in
                .with {
                    $0.name = name
                    if let id { $0.feed = id.description }
                }
            }
        }
        do {
            return try Given(events: given, elsewhere: []).when(DefineFeeds(wire, by: actor, at: door()))
        } catch let refusal as Refusal {
            return .refused(refusal)
        }
    }

    private func list(_ ruling: Ruling) throws -> [Feed] {
        guard case .accepted(let events) = ruling, case .feedsDefined(let event)? = events.first else { return [] }
        return event.feeds
    }

    @Test func anOperatorReplacesTheList() throws {
        let feeds = try list(try define([("Random", nil), ("Cats", nil)]))
        #expect(feeds.map(\.name) == ["Random", "Cats"])
        // What keeps its name keeps its id.
        #expect(feeds.first?.feed == Feed.predefined[2].feed)
        #expect(Set(feeds.map(\.feed)).isDisjoint(with: [memes.feed, dogSpots.feed]))
        let ruling = try define([("Cats", feed(1, "").feed)], by: .operatorAccount(uuid(9)))
        #expect(try list(ruling) == [feed(1, "Cats")])
    }

    @Test func aFeedIsRenamedByItsID() throws {
        let feeds = try list(try define([("Dogs", dogSpots.feed), ("Memes", nil)]))
        #expect(feeds == [Feed(feed: dogSpots.feed, name: "Dogs"), memes])
        // Two may exchange their names.
        let exchanged = try list(try define([("Memes", dogSpots.feed), ("Dog spots", memes.feed)]))
        #expect(exchanged == [Feed(feed: dogSpots.feed, name: "Memes"), Feed(feed: memes.feed, name: "Dog spots")])
        // Whoever takes a name with another id leaves its former bearer out.
        let taken = try list(try define([("memes", feed(1, "").feed)]))
        #expect(taken == [feed(1, "memes")])
    }

    @Test func theSameListChangesNothing() throws {
        #expect(try define([("Memes", nil), ("Dog spots", nil), ("Random", nil)]) == .nothingHappened)
        let given = feedsDefined(feed(1, "Cats"), memes)
        #expect(try define([("Cats", nil), ("Memes", nil)], given: given) == .nothingHappened)
        #expect(try list(try define([("Memes", nil), ("Cats", nil)], given: given)) == [memes, feed(1, "Cats")])
        #expect(try list(try define([("cats", nil)], given: given)) == [feed(1, "cats")])
    }

    @Test func aListHasItsBounds() throws {
        let many = (0..<51).map { ("feed \($0)", nil as FeedID?) }
        #expect(try define(Array(many.dropLast())).code == nil)
        for feeds in [
            [], many, [("", nil)], [(" \u{200B}", nil)], [("a\nb", nil)], [(String(repeating: "x", count: 51), nil)],
            [("Cats", nil), ("cats", nil)], [("Cats", memes.feed), ("Dogs", memes.feed)],
        ] as [[(String, FeedID?)]] {
            #expect(try define(feeds).code == "invalid_feeds", "\(feeds)")
        }
        #expect(try define([(String(repeating: "x", count: 50), nil)]).code == nil)
    }

    @Test func itIsTheOperatorsAlone() throws {
        #expect(try define([("Cats", nil)], by: .user(ada)).code == "operator_required")
        #expect(try define([("Cats", nil)], by: nil).code == "operator_required")
        #expect(try define([("Cats", nil)], by: .system("expiry")).code == "operator_required")
    }
}
