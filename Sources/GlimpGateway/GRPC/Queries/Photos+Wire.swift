import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import GlimpService
import SwiftProtobuf

extension Glimp_V1_PhotoItem {
    init(_ photo: PublishedPhoto) {
        self.init()
        self.photo = photo.photo.description
        owner = Glimp_V1_PersonSummary(photo.owner)
        title = photo.title
        tags = photo.tags
        if let place = photo.place { self.place = place.wire }
        if let takenAt = photo.takenAt { self.takenAt = Google_Protobuf_Timestamp(takenAt) }
        publishedAt = Google_Protobuf_Timestamp(photo.publishedAt)
        content = Glimp_V1_Photo(photo.content)
        sizes = photo.content.sizes.map { size in
            .with {
                $0.name = size.name
                $0.width = UInt32(size.width)
                $0.height = UInt32(size.height)
                $0.url = size.url
            }
        }
    }
}

extension Glimp_V1_AlbumItem {
    init(_ album: PhotoAlbum) {
        self.init()
        self.album = album.album.description
        owner = Glimp_V1_PersonSummary(album.owner)
        title = album.title
        if let cover = album.cover { self.cover = Glimp_V1_PhotoItem(cover) }
        photoCount = UInt64(album.photoCount)
        createdAt = Google_Protobuf_Timestamp(album.createdAt)
    }
}

extension Glimp_V1_PhotosResponse {
    init(_ answer: Answer<Page<PublishedPhoto>>) {
        self.init()
        position = answer.position.rawValue
        total = UInt64(answer.value.total)
        items = answer.value.items.map { Glimp_V1_PhotoItem($0) }
        if let next = answer.value.cursor { cursor = next }
    }
}

extension Glimp_V1_PhotoResponse {
    init(_ answer: Answer<PhotoDetail>) {
        self.init()
        position = answer.position.rawValue
        photo = Glimp_V1_PhotoItem(answer.value.photo)
        likes = UInt64(answer.value.likes)
        likedByMe = answer.value.isLikedByMe
        commentCount = UInt64(answer.value.comments.total)
        comments = answer.value.comments.items.map { comment in
            .with {
                $0.comment = comment.comment.description
                $0.author = Glimp_V1_PersonSummary(comment.author)
                $0.text = comment.text
                $0.at = Google_Protobuf_Timestamp(comment.at)
            }
        }
        if let next = answer.value.comments.cursor { cursor = next }
    }
}

extension Glimp_V1_SearchPhotosResponse {
    init(_ answer: Answer<Excerpt<PublishedPhoto>>) {
        self.init()
        position = answer.position.rawValue
        items = answer.value.items.map { Glimp_V1_PhotoItem($0) }
        if let next = answer.value.cursor { cursor = next }
    }
}

extension Glimp_V1_NearbyPhotosResponse {
    init(_ answer: Answer<Excerpt<NearbyPhoto>>) {
        self.init()
        position = answer.position.rawValue
        items = answer.value.items.map { nearby in
            .with {
                $0.photo = Glimp_V1_PhotoItem(nearby.photo)
                $0.distanceMetres = nearby.distance
            }
        }
        if let next = answer.value.cursor { cursor = next }
    }
}

extension Glimp_V1_AlbumsResponse {
    init(_ answer: Answer<Page<PhotoAlbum>>) {
        self.init()
        position = answer.position.rawValue
        total = UInt64(answer.value.total)
        items = answer.value.items.map { Glimp_V1_AlbumItem($0) }
        if let next = answer.value.cursor { cursor = next }
    }
}

extension Glimp_V1_AlbumResponse {
    init(_ answer: Answer<AlbumContent>) {
        self.init()
        position = answer.position.rawValue
        album = Glimp_V1_AlbumItem(answer.value.album)
        photos = answer.value.photos.items.map { Glimp_V1_PhotoItem($0) }
        if let next = answer.value.photos.cursor { cursor = next }
    }
}
