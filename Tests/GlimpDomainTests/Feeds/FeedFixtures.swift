import EventLog
import EventLogTesting
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf

@testable import GlimpDomain

let snap = SnapID(rawValue: uuid(0x500))
let otherSnap = SnapID(rawValue: uuid(0x501))
let memes = Feed.predefined[0]
let dogSpots = Feed.predefined[1]
let session = uuid(0x600)

func feedsDefined(_ feeds: Feed...) -> DomainEvent { .feedsDefined(FeedsDefined(feeds: feeds)) }

func feed(_ number: UInt64, _ name: String) -> Feed { Feed(feed: FeedID(rawValue: uuid(0x700 + number)), name: name) }

func posted(
    _ poster: UserID, _ snap: SnapID = snap, in feed: Feed = memes, picture: SnapPicture = .catalogue("cat")
) -> DomainEvent {
    .snapPosted(SnapPosted(snap: snap, feed: feed.feed, poster: poster, picture: picture))
}

func snapDeleted(_ poster: UserID, _ snap: SnapID = snap) -> DomainEvent {
    .snapDeleted(SnapDeleted(snap: snap, feed: memes.feed, poster: poster))
}

func viewed(
    _ poster: UserID, by viewer: UserID, _ snap: SnapID = snap, until fetchBy: Timestamp = at(60),
    in session: UUID? = nil
) -> DomainEvent {
    .snapViewed(SnapViewed(snap: snap, poster: poster, viewer: viewer, fetchBy: fetchBy, session: session))
}

func fetched(by viewer: UserID, _ snap: SnapID = snap) -> DomainEvent {
    .snapFetched(SnapFetched(snap: snap, viewer: viewer))
}
