import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct AlbumsView: AnswerView {
    let answer: Answer<Page<PhotoAlbum>>

    init(_ answer: Answer<Page<PhotoAlbum>>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(ListJSON(answer.value, at: answer.position, AlbumJSON.init)) }

    var lines: [String] {
        var table = TextTable([
            .init(title: "created"), .init(title: "title"), .init(title: "photos", isNumber: true),
            .init(title: "album"),
        ])
        for album in answer.value.items {
            table.add(album.createdAt.rfc3339, album.title, "\(album.photoCount)", album.album.description)
        }
        return answer.value.lines("Albums", table)
    }
}

struct AlbumView: AnswerView {
    let answer: Answer<AlbumContent>

    init(_ answer: Answer<AlbumContent>) { self.answer = answer }

    func json() throws -> String { try JSONText.line(AlbumContentJSON(answer)) }

    var lines: [String] {
        let photos = answer.value.photos
        return photos.lines(
            "\(answer.value.album.title), by \(answer.value.album.owner.username)", PhotosView.table(photos.items))
    }
}
