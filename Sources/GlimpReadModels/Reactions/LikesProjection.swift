import EventLog
import GlimpDomain
import Projections

/// Who likes which of the photos that are published now.
struct LikesProjection: GlimpProjection {
    let name = "likes"
    let version = 1

    /// The position of each like.
    static let likes = RowTable("likes.likes", key: [.uuid("photo"), .uuid("liker")], of: UInt64.self)
    static let counts = RowTable("likes.counts", key: [.uuid("photo")], of: UInt64.self)
    let tables = [likes.shape, counts.shape]

    static let types: Set<EventType> = [PhotoLiked.type, PhotoUnliked.type, PhotoUnpublished.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .photoLiked(let event):
            try rows.put(envelope.position.rawValue, for: RowKey(event.photo).id(event.liker), in: Self.likes)
            try rows.count(1, for: RowKey(event.photo), in: Self.counts)
        case .photoUnliked(let event):
            // Gone already when the photo was unpublished before.
            guard try rows.remove(RowKey(event.photo).id(event.liker), from: Self.likes) else { return }
            try rows.count(-1, for: RowKey(event.photo), in: Self.counts)
        case .photoUnpublished(let event):
            try rows.removeAll(RowKey(event.photo), from: Self.likes)
            try rows.remove(RowKey(event.photo), from: Self.counts)
        default: break
        }
    }
}
