import EventLog
import GlimpDomain
import GlimpReadModels

/// An album as programs see it. An empty one has no cover.
package struct AlbumJSON: Encodable, Sendable {
    package var album: String
    package var owner: PersonJSON
    package var title: String
    package var cover: PublicPhotoJSON?
    package var photoCount: Int
    package var createdAt: String

    package init(_ album: PhotoAlbum) {
        self.album = album.album.description
        owner = PersonJSON(album.owner)
        title = album.title
        cover = album.cover.map(PublicPhotoJSON.init)
        photoCount = album.photoCount
        createdAt = album.createdAt.rfc3339
    }
}

/// An album with its photos as programs see them.
package struct AlbumContentJSON: Encodable, Sendable {
    package var position: UInt64
    package var album: AlbumJSON
    package var photos: ListJSON<PublicPhotoJSON>

    package init(_ answer: Answer<AlbumContent>) {
        position = answer.position.rawValue
        album = AlbumJSON(answer.value.album)
        photos = ListJSON(answer.value.photos, PublicPhotoJSON.init)
    }
}
