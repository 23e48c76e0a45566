import EventLog
import GlimpDomain

/// One album, as the events that name it made it. Photos that were unpublished since are in it: those events do not
/// name it.
struct ExportedAlbum {
    static let types = [
        AlbumRenamed.type, PhotoAddedToAlbum.type, PhotoRemovedFromAlbum.type, AlbumReordered.type, AlbumCoverSet.type,
    ]

    private(set) var title: String
    private(set) var cover: PhotoID?
    /// By photo: since when it is in, and its place among the others.
    private var places: [PhotoID: (added: Position, place: Int)] = [:]
    private var next = 0

    init(_ created: AlbumCreated, _ details: DetailsOpener) throws {
        title = try created.details(by: details)?.title ?? ""
    }

    /// In their order.
    var photos: [(photo: PhotoID, added: Position)] {
        places.sorted { $0.value.place < $1.value.place }.map { ($0.key, $0.value.added) }
    }

    mutating func evolve(_ event: DomainEvent, at position: Position, _ details: DetailsOpener) throws {
        switch event {
        case .albumRenamed(let event): title = try event.details(by: details)?.title ?? ""
        case .photoAddedToAlbum(let event):
            places[event.photo] = (position, next)
            next += 1
        case .photoRemovedFromAlbum(let event):
            places[event.photo] = nil
            if cover == event.photo { cover = nil }
        case .albumReordered(let event): putFirst(event.photos)
        case .albumCoverSet(let event): cover = event.photo
        default: break
        }
    }

    /// The others follow in the order they had.
    private mutating func putFirst(_ photos: [PhotoID]) {
        let first = photos.filter { places[$0] != nil }
        let isFirst = Set(first)
        let others = self.photos.map(\.photo).filter { !isFirst.contains($0) }
        for (place, photo) in (first + others).enumerated() { places[photo]?.place = place }
        next = places.count
    }
}
