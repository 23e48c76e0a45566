import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct PhotosView: AnswerView {
    private let answer: Answer<Page<PublishedPhoto>>

    init(_ answer: Answer<Page<PublishedPhoto>>) { self.answer = answer }

    func json() throws -> String {
        try JSONText.line(ListJSON(answer.value, at: answer.position, PublicPhotoJSON.init))
    }

    func print() {
        answer.value.print("Photos", Self.table(answer.value.items))
        answer.printPosition()
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
    private let answer: Answer<Excerpt<PublishedPhoto>>

    init(_ answer: Answer<Excerpt<PublishedPhoto>>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ExcerptJSON(answer, PublicPhotoJSON.init)) }

    func print() {
        answer.value.print("Found", PhotosView.table(answer.value.items))
        answer.printPosition()
    }
}

struct NearbyView: AnswerView {
    private let answer: Answer<Excerpt<NearbyPhoto>>

    init(_ answer: Answer<Excerpt<NearbyPhoto>>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ExcerptJSON(answer, NearbyPhotoJSON.init)) }

    func print() {
        var table = TextTable([
            .init(title: "metres", isNumber: true), .init(title: "title"), .init(title: "by"), .init(title: "photo"),
        ])
        for item in answer.value.items {
            let photo = item.photo
            table.add(
                "\(Int(item.distance.rounded()))", photo.title, photo.owner.username, photo.photo.description)
        }
        answer.value.print("Nearby", table)
        answer.printPosition()
    }
}

extension Excerpt {
    /// Prints the title, the rows, and how to go on.
    fileprivate func print(_ title: String, _ table: TextTable) {
        Swift.print("\(title) (\(items.count) here)")
        if !table.isEmpty { for line in table.lines { Swift.print("  " + line) } }
        if let cursor { Swift.print("  more: --cursor \(cursor)") }
    }
}
