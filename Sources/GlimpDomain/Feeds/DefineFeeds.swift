public import EventLog
public import GlimpSchemas

/// Replaces the list of feeds. What was posted to a feed that is left out is seen again when it comes back.
public struct DefineFeeds: CallerCommand {
    public static let maximumFeeds = 50

    private struct Entry: Sendable {
        let name: String
        let given: FeedID?
        /// For a feed that the list does not have yet.
        let fresh: FeedID
    }

    private let entries: [Entry]

    public init(_ wire: Glimp_V1_DefineFeeds, by actor: Actor?, at door: Door) throws(Refusal) {
        switch actor {
        case .operator, .operatorAccount: break
        default: throw .operatorRequired
        }
        var entries: [Entry] = []
        for (place, feed) in wire.feeds.enumerated() {
            let given: FeedID? = feed.hasFeed ? try .field(feed.feed, "feeds") : nil
            guard PublicText.fits(feed.name, Feed.characters), !PublicText.isBlank(feed.name),
                !feed.name.unicodeScalars.contains(where: PublicText.isControl)
            else {
                throw .invalid(
                    "feeds",
                    "The name of feed \(place + 1) is blank, longer than 50 characters, or has control characters.")
            }
            entries.append(Entry(name: feed.name, given: given, fresh: try door.id(nil, "feeds")))
        }
        let names = Set(entries.map { $0.name.lowercased() })
        let ids = entries.compactMap(\.given)
        guard (1...DefineFeeds.maximumFeeds).contains(entries.count), names.count == entries.count,
            Set(ids).count == ids.count
        else { throw .invalid("feeds", "There are 1 to 50 feeds, each name and each id once.") }
        self.entries = entries
    }

    public var boundary: Query { Query([.feeds]) }

    public var initialState: FeedList { FeedList() }

    public static func evolve(_ state: inout FeedList, _ event: DomainEvent) { state.evolve(event) }

    /// A feed keeps its id with its name, and gets another name with its id.
    public func decide(_ list: FeedList, at now: Timestamp) -> Ruling {
        let given = Set(entries.compactMap(\.given))
        let feeds = entries.map { entry in
            let known = list.feeds.first { $0.name.lowercased() == entry.name.lowercased() && !given.contains($0.feed) }
            return Feed(feed: entry.given ?? known?.feed ?? entry.fresh, name: entry.name)
        }
        return feeds == list.feeds ? .nothingHappened : .accepted([.feedsDefined(FeedsDefined(feeds: feeds))])
    }
}

extension QueryItem {
    /// The list of feeds, as it ever was: operators change it now and then.
    static let feeds = QueryItem(types: [FeedsDefined.type], tags: [])
}
