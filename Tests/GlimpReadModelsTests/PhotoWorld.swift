import EventLog
import Foundation
import GlimpDomain

@testable import GlimpReadModels

/// What the rules imply about public photos, kept as plainly as possible: everything is a list that is looked through.
struct PhotoWorld {
    struct Published: Hashable {
        var id: PhotoID
        var owner: UserID
        var description: PhotoDescription
        var position: UInt64
    }
    struct Comment: Hashable {
        var id: CommentID
        var photo: PhotoID
        var owner: UserID
        var author: UserID
        var text: String
    }
    struct Album: Hashable {
        var id: AlbumID
        var owner: UserID
        var title: String
        var photos: [PhotoID] = []
        var cover: PhotoID?
    }

    static let words = ["Dawn", "sea", "CITTÀ", "città", "東京", "sea-side", "ﬁre"]
    static let tags = ["Sea", "sun", "night", "New  York", "new york", "été"]

    /// Oldest first.
    private(set) var photos: [Published] = []
    private(set) var likes: [(photo: PhotoID, liker: UserID)] = []
    private(set) var comments: [Comment] = []
    private(set) var albums: [Album] = []

    func owner(of photo: PhotoID) -> UserID? { photos.first { $0.id == photo }?.owner }

    /// The events of one more thing that happens to public photos; empty when the dice gave something impossible.
    func next(_ a: UserID, hasBlocked: (UserID, UserID) -> Bool, _ random: inout Seeded) throws -> [DomainEvent] {
        let photo = photos.randomElement(using: &random)
        let mine = photos.filter { $0.owner == a }.randomElement(using: &random)
        let isOpen = photo.map { !hasBlocked($0.owner, a) && !hasBlocked(a, $0.owner) } ?? false
        let album = albums.filter { $0.owner == a }.randomElement(using: &random)
        switch random.next() % 22 {
        case 0..<4:
            let event = PhotoPublished(
                photo: PhotoID(rawValue: random.uuid()), owner: a,
                content: try GlimpReadModelsTests.photo(random.uuid()),
                description: describe(&random))
            return [.photoPublished(event)]
        case 4, 5:
            guard let mine else { return [] }
            return [.photoEdited(PhotoEdited(photo: mine.id, owner: a, description: describe(&random)))]
        case 6:
            guard let mine, random.next() % 2 == 0 else { return [] }
            let media = MediaID(rawValue: random.uuid())
            return [.photoUnpublished(PhotoUnpublished(photo: mine.id, owner: a, media: media))]
        case 7..<10:
            guard let photo, isOpen else { return [] }
            if likes.contains(where: { $0 == (photo.id, a) }) {
                return [.photoUnliked(PhotoUnliked(photo: photo.id, owner: photo.owner, liker: a))]
            }
            return [.photoLiked(PhotoLiked(photo: photo.id, owner: photo.owner, liker: a))]
        case 10..<13:
            guard let photo, isOpen else { return [] }
            let event = CommentAdded(
                comment: CommentID(rawValue: random.uuid()), photo: photo.id, owner: photo.owner, author: a,
                text: "Comment \(random.next() % 100)")
            return [.commentAdded(event)]
        case 13:
            guard let comment = comments.randomElement(using: &random) else { return [] }
            let by = random.next() % 2 == 0 ? comment.owner : comment.author
            return [
                .commentDeleted(
                    CommentDeleted(
                        comment: comment.id, photo: comment.photo, owner: comment.owner, author: comment.author,
                        deletedBy: by))
            ]
        default: return change(album, of: a, mine, &random)
        }
    }

    private func change(_ album: Album?, of a: UserID, _ mine: Published?, _ random: inout Seeded) -> [DomainEvent] {
        guard let album else {
            return [.albumCreated(AlbumCreated(album: AlbumID(rawValue: random.uuid()), owner: a, title: "Album"))]
        }
        let inside = album.photos.randomElement(using: &random)
        switch random.next() % 10 {
        case 0: return [.albumCreated(AlbumCreated(album: AlbumID(rawValue: random.uuid()), owner: a, title: "More"))]
        case 1: return [.albumRenamed(AlbumRenamed(album: album.id, owner: a, title: "Album \(random.next() % 9)"))]
        case 2 where random.next() % 3 == 0: return [.albumDeleted(AlbumDeleted(album: album.id, owner: a))]
        case 3:
            guard let inside else { return [] }
            return [.photoRemovedFromAlbum(PhotoRemovedFromAlbum(album: album.id, owner: a, photo: inside))]
        case 4:
            let order = album.photos.shuffled(using: &random).prefix(Int(1 + random.next() % 5))
            return order.isEmpty
                ? [] : [.albumReordered(AlbumReordered(album: album.id, owner: a, photos: Array(order)))]
        case 5:
            guard let inside else { return [] }
            return [.albumCoverSet(AlbumCoverSet(album: album.id, owner: a, photo: inside))]
        default:
            guard let mine, !album.photos.contains(mine.id) else { return [] }
            return [.photoAddedToAlbum(PhotoAddedToAlbum(album: album.id, owner: a, photo: mine.id))]
        }
    }

    private func describe(_ random: inout Seeded) -> PhotoDescription {
        let words = (0..<random.next() % 4).map { _ in Self.words[Int(random.next() % UInt64(Self.words.count))] }
        var seen: Set<String> = []
        let tags = (0..<random.next() % 4).map { _ in Self.tags[Int(random.next() % UInt64(Self.tags.count))] }
            .filter { seen.insert($0).inserted }
        return PhotoDescription(
            title: words.joined(separator: ", "), tags: tags,
            place: random.next() % 4 == 0 ? nil : Self.place(&random), takenAt: nil)
    }

    /// In one of a few crowded places of the earth, some of which are hard, or at the same point as others.
    static func place(_ random: inout Seeded) -> Place {
        func near(_ center: Int32) -> Int32 { center + Int32(random.next() % 20_000) - 10_000 }
        let (latitude, longitude): (Int32, Int32) =
            switch random.next() % 6 {
            case 0: (52_520_008, 13_404_954)
            case 1: (near(52_520_008), near(13_404_954))
            case 2: (90_000_000 - Int32(random.next() % 10_000), Int32(random.next() % 360_000_000) - 180_000_000)
            case 3: (-90_000_000, Int32(random.next() % 360_000_000) - 180_000_000)
            case 4: (near(-17_000_000), 180_000_000 - Int32(random.next() % 10_000))
            default: (near(-17_000_000), -180_000_000 + Int32(random.next() % 10_000))
            }
        return Place(latitude: latitude, longitude: longitude)!
    }

    mutating func evolve(_ event: DomainEvent, at position: UInt64) {
        switch event {
        case .photoPublished(let event):
            photos.append(
                Published(id: event.photo, owner: event.owner, description: event.details.clear!, position: position))
        case .photoEdited(let event):
            for index in photos.indices where photos[index].id == event.photo {
                photos[index].description = event.details.clear!
            }
        case .photoUnpublished(let event):
            photos.removeAll { $0.id == event.photo }
            likes.removeAll { $0.photo == event.photo }
            comments.removeAll { $0.photo == event.photo }
            for index in albums.indices { albums[index].remove(event.photo) }
        case .photoLiked(let event): likes.append((event.photo, event.liker))
        case .photoUnliked(let event): likes.removeAll { $0 == (event.photo, event.liker) }
        case .commentAdded(let event):
            comments.append(
                Comment(
                    id: event.comment, photo: event.photo, owner: event.owner, author: event.author,
                    text: event.details.clear!.text))
        case .commentDeleted(let event): comments.removeAll { $0.id == event.comment }
        case .albumCreated(let event):
            albums.append(Album(id: event.album, owner: event.owner, title: event.details.clear!.title))
        case .albumRenamed(let event): change(event.album) { $0.title = event.details.clear!.title }
        case .albumDeleted(let event): albums.removeAll { $0.id == event.album }
        case .photoAddedToAlbum(let event): change(event.album) { $0.photos.append(event.photo) }
        case .photoRemovedFromAlbum(let event): change(event.album) { $0.remove(event.photo) }
        case .albumReordered(let event):
            change(event.album) { album in
                album.photos = event.photos + album.photos.filter { !event.photos.contains($0) }
            }
        case .albumCoverSet(let event): change(event.album) { $0.cover = event.photo }
        default: break
        }
    }

    private mutating func change(_ album: AlbumID, _ change: (inout Album) -> Void) {
        for index in albums.indices where albums[index].id == album { change(&albums[index]) }
    }
}

extension PhotoWorld.Album {
    fileprivate mutating func remove(_ photo: PhotoID) {
        photos.removeAll { $0 == photo }
        if cover == photo { cover = nil }
    }
}
