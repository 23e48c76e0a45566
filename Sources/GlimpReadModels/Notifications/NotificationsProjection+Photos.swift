import EventLog
import GlimpDomain
import GlimpSchemas
import Projections

// What the owner of a photo is told of others: not of what they do themselves. What is taken back is told no more, so
// that who likes and unlikes a hundred times is told of once.

extension NotificationsProjection {
    func tell(_ event: PhotoLiked, _ envelope: SequencedEvent, in rows: inout Rows) throws {
        guard event.liker != event.owner else { return }
        var row = Row(.photoLiked, by: event.liker, envelope)
        row.photo = event.photo.description
        try tell(event.owner, row, in: &rows)
        try rows.put(row.position, for: RowKey(event.photo).id(event.liker), in: Self.likes)
    }

    func tell(_ event: CommentAdded, _ envelope: SequencedEvent, in rows: inout Rows) throws {
        guard event.author != event.owner else { return }
        var row = Row(.photoCommented, by: event.author, envelope)
        row.photo = event.photo.description
        row.comment = event.comment.description
        try tell(event.owner, row, in: &rows)
        try rows.put(row.position, for: RowKey(event.comment), in: Self.comments)
    }
}
