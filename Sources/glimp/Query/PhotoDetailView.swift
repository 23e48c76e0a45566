import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct PhotoDetailView: AnswerView {
    let answer: Answer<PhotoDetail>

    /// Who asks, by username.
    private let viewer: String

    init(_ answer: Answer<PhotoDetail>, for viewer: String) {
        self.answer = answer
        self.viewer = viewer
    }

    func json() throws -> String { try JSONText.line(PhotoDetailJSON(answer)) }

    var lines: [String] {
        let (detail, photo) = (answer.value, answer.value.photo)
        var table = TextTable("field", "value")
        table.add("title", photo.title)
        table.add("id", photo.photo.description)
        table.add("by", photo.owner.username)
        if !photo.tags.isEmpty { table.add("tags", photo.tags.joined(separator: ", ")) }
        if let place = photo.place { table.add("place", "\(place.degrees.latitude), \(place.degrees.longitude)") }
        if let takenAt = photo.takenAt { table.add("taken", takenAt.rfc3339) }
        table.add("published", photo.publishedAt.rfc3339)
        for size in photo.content.sizes { table.add(size.name, "\(size.width)×\(size.height) \(size.url)") }
        table.add("likes", "\(detail.likes)")
        table.add("liked by \(viewer)", detail.isLikedByMe ? "yes" : "no")
        var comments = TextTable("at", "by", "comment", "id")
        for comment in detail.comments.items {
            // A line break would break the table.
            let text = comment.text.replacing("\n", with: " ")
            comments.add(comment.at.rfc3339, comment.author.username, text, comment.comment.description)
        }
        return table.lines + detail.comments.lines("Comments", comments)
    }
}
