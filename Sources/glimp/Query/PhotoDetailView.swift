import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct PhotoDetailView: AnswerView {
    private let answer: Answer<PhotoDetail>

    init(_ answer: Answer<PhotoDetail>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(PhotoDetailJSON(answer)) }

    func print() {
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
        table.add("likes", "\(detail.likes)\(detail.isLikedByMe ? ", mine among them" : "")")
        table.print()
        var comments = TextTable("at", "by", "comment", "id")
        for comment in detail.comments.items {
            // A line break would break the table.
            let text = comment.text.replacing("\n", with: " ")
            comments.add(comment.at.rfc3339, comment.author.username, text, comment.comment.description)
        }
        detail.comments.print("Comments", comments)
        answer.printPosition()
    }
}
