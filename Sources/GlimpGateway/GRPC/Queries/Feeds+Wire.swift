import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import SwiftProtobuf

extension Glimp_V1_FeedSection {
    init(_ section: FeedSection, at now: Timestamp) {
        self.init()
        feed = section.feed.feed.description
        name = section.feed.name
        total = UInt64(section.snaps.total)
        items = section.snaps.items.map { snap in
            .with {
                $0.snap = snap.snap.description
                $0.poster = Glimp_V1_PersonSummary(snap.poster)
                $0.postedAt = Google_Protobuf_Timestamp(snap.postedAt)
                $0.age = snap.postedAt.age(at: now)
                $0.read = snap.isRead
            }
        }
        if let next = section.snaps.cursor { cursor = next }
    }
}

extension Glimp_V1_FeedsResponse {
    init(_ answer: Answer<[FeedSection]>, at now: Timestamp) {
        self.init()
        position = answer.position.rawValue
        feeds = answer.value.map { Glimp_V1_FeedSection($0, at: now) }
    }
}

extension Glimp_V1_FeedResponse {
    init(_ answer: Answer<FeedSection>, at now: Timestamp) {
        self.init()
        position = answer.position.rawValue
        feed = Glimp_V1_FeedSection(answer.value, at: now)
    }
}
