import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// What people say about the photos that are published now, oldest first.
struct CommentsProjection: GlimpProjection {
    let name = "comments"
    let version = 2

    static let comments = RowTable(
        "comments.comments", key: [.uuid("photo"), .ascending("position")], of: Glimp_V1_Rows_Comment.self)
    static let places = RowTable("comments.places", key: [.uuid("comment")], of: Glimp_V1_Rows_CommentPlace.self)
    static let counts = RowTable("comments.counts", key: [.uuid("photo")], of: UInt64.self)
    /// How many of a photo's comments are somebody's.
    static let byAuthor = RowTable("comments.by-author", key: [.uuid("photo"), .uuid("author")], of: UInt64.self)
    let tables = [comments.shape, places.shape, counts.shape, byAuthor.shape]

    static let types: Set<EventType> = [CommentAdded.type, CommentDeleted.type, PhotoUnpublished.type]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .commentAdded(let event): try add(event, envelope, in: &rows)
        case .commentDeleted(let event):
            // Gone already when the photo was unpublished before.
            guard let place = try rows.take(RowKey(event.comment), from: Self.places) else { return }
            try rows.remove(RowKey(event.photo).ascending(place.position), from: Self.comments)
            try rows.count(-1, for: RowKey(event.photo), in: Self.counts)
            try rows.count(-1, for: RowKey(event.photo).id(event.author), in: Self.byAuthor)
        case .photoUnpublished(let event):
            try rows.removeAll(RowKey(event.photo), from: Self.comments) { row, rows in
                try rows.remove(RowKey(CommentID(row: row.value.comment)), from: Self.places)
            }
            try rows.removeAll(RowKey(event.photo), from: Self.byAuthor)
            try rows.remove(RowKey(event.photo), from: Self.counts)
        default: break
        }
    }

    private func add(_ event: CommentAdded, _ envelope: SequencedEvent, in rows: inout Rows) throws {
        let details = try event.sealedDetails()
        let row = Glimp_V1_Rows_Comment.with {
            $0.comment = event.comment.description
            $0.author = event.author.description
            $0.details = Data(details.bytes)
            $0.at = envelope.time.microseconds
        }
        let place = Glimp_V1_Rows_CommentPlace.with { $0.position = envelope.position.rawValue }
        try rows.put(row, for: RowKey(event.photo).ascending(envelope.position.rawValue), in: Self.comments)
        try rows.put(place, for: RowKey(event.comment), in: Self.places)
        try rows.count(1, for: RowKey(event.photo), in: Self.counts)
        try rows.count(1, for: RowKey(event.photo).id(event.author), in: Self.byAuthor)
    }
}
