import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf

/// One of the fixed list of feeds.
public struct Feed: Hashable, Sendable {
    public static let characters = 50

    public let feed: FeedID
    public let name: String

    public init(feed: FeedID, name: String) {
        self.feed = feed
        self.name = name
    }

    /// Whether a name means it: its id, or its name regardless of case.
    public func isMeant(by text: String) -> Bool { FeedID(text) == feed || text.lowercased() == name.lowercased() }

    /// The list until an operator defines another: that of the first app. Their ids are constants, so that every
    /// process and every rebuild means the same ones.
    public static let predefined = ["Memes", "Dog spots", "Random"].enumerated().map { number, name in
        Feed(feed: .predefined(number + 1), name: name)
    }
}

extension Feed {
    init(stored wire: Glimp_V1_Feed) throws(MalformedField) {
        feed = try FeedID(stored: wire.feed, "feed")
        name = wire.name
    }

    var wire: Glimp_V1_Feed {
        .with {
            $0.feed = feed.description
            $0.name = name
        }
    }
}

extension FeedID {
    /// A UUID of version 8 (RFC 9562, section 5.8), which leaves its bits to the maker.
    fileprivate static func predefined(_ number: Int) -> FeedID {
        FeedID(rawValue: UUID(high: 0x476C_696D_7046_8000, low: 1 << 63 | UInt64(number)))
    }
}
