import EventLog
import EventLogTesting
import GlimpSchemas
import SwiftProtobuf

@testable import GlimpDomain

let picture = PhotoID(rawValue: uuid(0x200))
let otherPicture = PhotoID(rawValue: uuid(0x201))
let album = AlbumID(rawValue: uuid(0x300))
let comment = CommentID(rawValue: uuid(0x400))

/// A description with every field.
func described(_ title: String = "Dawn", tags: [String] = ["sea", "sun"]) throws -> PhotoDescription {
    PhotoDescription(
        title: title, tags: tags, place: try require(Place(latitude: 52_520_008, longitude: -13_404_954)),
        takenAt: at(-5))
}

func published(_ owner: UserID, _ photo: PhotoID = picture, content: UInt8 = 1) throws -> DomainEvent {
    .photoPublished(
        PhotoPublished(
            photo: photo, owner: owner, content: try require(Photo(GlimpDomainTests.photo(content))),
            description: try described()))
}

func edited(_ owner: UserID, _ description: PhotoDescription, _ photo: PhotoID = picture) -> DomainEvent {
    .photoEdited(PhotoEdited(photo: photo, owner: owner, description: description))
}

func unpublished(_ owner: UserID, _ photo: PhotoID = picture, content: UInt8 = 1) throws -> DomainEvent {
    let content = try require(Photo(GlimpDomainTests.photo(content)))
    return .photoUnpublished(PhotoUnpublished(photo: photo, owner: owner, media: content.media))
}

func liked(_ owner: UserID, by liker: UserID, _ photo: PhotoID = picture) -> DomainEvent {
    .photoLiked(PhotoLiked(photo: photo, owner: owner, liker: liker))
}

func unliked(_ owner: UserID, by liker: UserID, _ photo: PhotoID = picture) -> DomainEvent {
    .photoUnliked(PhotoUnliked(photo: photo, owner: owner, liker: liker))
}

func commented(
    _ owner: UserID, by author: UserID, _ text: String = "Lovely.", _ id: CommentID = comment
) -> DomainEvent {
    .commentAdded(CommentAdded(comment: id, photo: picture, owner: owner, author: author, text: text))
}

func commentDeleted(_ owner: UserID, _ author: UserID, by user: UserID) -> DomainEvent {
    .commentDeleted(
        CommentDeleted(comment: comment, photo: picture, owner: owner, author: author, deletedBy: user))
}

func albumCreated(_ owner: UserID, _ title: String = "Summer") -> DomainEvent {
    .albumCreated(AlbumCreated(album: album, owner: owner, title: title))
}

func albumRenamed(_ owner: UserID, _ title: String) -> DomainEvent {
    .albumRenamed(AlbumRenamed(album: album, owner: owner, title: title))
}

func albumDeleted(_ owner: UserID) -> DomainEvent { .albumDeleted(AlbumDeleted(album: album, owner: owner)) }

func added(_ owner: UserID, _ photo: PhotoID = picture) -> DomainEvent {
    .photoAddedToAlbum(PhotoAddedToAlbum(album: album, owner: owner, photo: photo))
}

func takenOut(_ owner: UserID, _ photo: PhotoID = picture) -> DomainEvent {
    .photoRemovedFromAlbum(PhotoRemovedFromAlbum(album: album, owner: owner, photo: photo))
}

func reordered(_ owner: UserID, _ photos: PhotoID...) -> DomainEvent {
    .albumReordered(AlbumReordered(album: album, owner: owner, photos: photos))
}

func coverSet(_ owner: UserID, _ photo: PhotoID = picture) -> DomainEvent {
    .albumCoverSet(AlbumCoverSet(album: album, owner: owner, photo: photo))
}
