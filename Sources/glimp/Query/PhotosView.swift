import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct PhotosView: AnswerView {
    let answer: Answer<Page<PublishedPhoto>>

    init(_ answer: Answer<Page<PublishedPhoto>>) { self.answer = answer }

    func json() throws -> String {
        try JSONText.line(ListJSON(answer.value, at: answer.position, PublicPhotoJSON.init))
    }

    var lines: [String] {
        answer.value.lines("Photos", Self.table(answer.value.items))
    }

    static func table(_ photos: [PublishedPhoto]) -> TextTable {
        var table = TextTable("published", "title", "by", "tags", "photo")
        for photo in photos {
            table.add(
                photo.publishedAt.rfc3339, photo.title, photo.owner.username, photo.tags.joined(separator: ", "),
                photo.photo.description)
        }
        return table
    }
}

struct SearchView: AnswerView {
    let answer: Answer<Excerpt<PublishedPhoto>>

    init(_ answer: Answer<Excerpt<PublishedPhoto>>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ExcerptJSON(answer, PublicPhotoJSON.init)) }

    var lines: [String] {
        answer.value.lines("Found", PhotosView.table(answer.value.items))
    }
}

struct NearbyView: AnswerView {
    let answer: Answer<Excerpt<NearbyPhoto>>

    init(_ answer: Answer<Excerpt<NearbyPhoto>>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ExcerptJSON(answer, NearbyPhotoJSON.init)) }

    var lines: [String] {
        var table = TextTable([
            .init(title: "metres", isNumber: true), .init(title: "title"), .init(title: "by"), .init(title: "photo"),
        ])
        for item in answer.value.items {
            let photo = item.photo
            table.add(
                "\(Int(item.distance.rounded()))", photo.title, photo.owner.username, photo.photo.description)
        }
        return answer.value.lines("Nearby", table)
    }
}
