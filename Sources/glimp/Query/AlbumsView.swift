import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct AlbumsView: AnswerView {
    private let answer: Answer<Page<PhotoAlbum>>

    init(_ answer: Answer<Page<PhotoAlbum>>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ListJSON(answer.value, at: answer.position, AlbumJSON.init)) }

    func print() {
        var table = TextTable([
            .init(title: "created"), .init(title: "title"), .init(title: "photos", isNumber: true),
            .init(title: "album"),
        ])
        for album in answer.value.items {
            table.add(album.createdAt.rfc3339, album.title, "\(album.photoCount)", album.album.description)
        }
        answer.value.print("Albums", table)
        answer.printPosition()
    }
}

struct AlbumView: AnswerView {
    private let answer: Answer<AlbumContent>

    init(_ answer: Answer<AlbumContent>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(AlbumContentJSON(answer)) }

    func print() {
        let photos = answer.value.photos
        photos.print(
            "\(answer.value.album.title), by \(answer.value.album.owner.username)", PhotosView.table(photos.items))
        answer.printPosition()
    }
}
