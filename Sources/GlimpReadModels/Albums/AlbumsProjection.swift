import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpSchemas
import Projections
import SwiftProtobuf

/// The albums that are there now, and the published photos in them, in order.
struct AlbumsProjection: GlimpProjection {
    let name = "albums"
    let version = 2

    typealias Row = Glimp_V1_Rows_Album
    static let byID = RowTable("albums.by-id", key: [.uuid("album")], of: Row.self)
    static let ofOwner = RowTable("albums.of-owner", key: [.uuid("owner"), .descending("position")], of: AlbumID.self)
    static let counts = RowTable("albums.counts", key: [.uuid("owner")], of: UInt64.self)
    static let photos = RowTable("albums.photos", key: [.uuid("album"), .ascending("rank")], of: PhotoID.self)
    static let ranks = RowTable("albums.ranks", key: [.uuid("album"), .uuid("photo")], of: UInt64.self)
    static let photoCounts = RowTable("albums.photo-counts", key: [.uuid("album")], of: UInt64.self)
    static let ofPhoto = RowTable("albums.of-photo", key: [.uuid("photo"), .uuid("album")], of: UInt64.self)
    let tables = [
        byID.shape, ofOwner.shape, counts.shape, photos.shape, ranks.shape, photoCounts.shape, ofPhoto.shape,
    ]

    static let types: Set<EventType> = [
        AlbumCreated.type, AlbumRenamed.type, AlbumDeleted.type, PhotoAddedToAlbum.type, PhotoRemovedFromAlbum.type,
        AlbumReordered.type, AlbumCoverSet.type, PhotoUnpublished.type,
    ]

    func apply(_ event: DomainEvent, at envelope: SequencedEvent, to rows: inout Rows) throws {
        switch event {
        case .albumCreated(let event): try create(event, envelope, in: &rows)
        case .albumRenamed(let event):
            let details = try event.sealedDetails()
            try change(event.album, in: &rows) { row, _ in row.details = Data(details.bytes) }
        case .albumDeleted(let event): try delete(event, in: &rows)
        case .photoAddedToAlbum(let event):
            try change(event.album, in: &rows) { row, rows in
                try put(event.photo, row.endRank, event.album, in: &rows)
                row.endRank += 1
            }
            try rows.put(1, for: RowKey(event.photo).id(event.album), in: Self.ofPhoto)
            try rows.count(1, for: RowKey(event.album), in: Self.photoCounts)
        case .photoRemovedFromAlbum(let event): try takeOut(event.photo, event.album, in: &rows)
        case .albumReordered(let event):
            try change(event.album, in: &rows) { row, rows in
                for photo in event.photos.reversed() {
                    // One that was unpublished meanwhile has no place any more.
                    guard let rank = try rows.get(RowKey(event.album).id(photo), in: Self.ranks) else { continue }
                    try rows.remove(RowKey(event.album).ascending(rank), from: Self.photos)
                    row.firstRank -= 1
                    try put(photo, row.firstRank, event.album, in: &rows)
                }
            }
        case .albumCoverSet(let event):
            try change(event.album, in: &rows) { row, _ in row.cover = event.photo.description }
        case .photoUnpublished(let event):
            for row in try rows.rows(RowRange(prefix: RowKey(event.photo)), of: Self.ofPhoto, limit: .max) {
                try takeOut(event.photo, row.key.secondID(), in: &rows)
            }
        default: break
        }
    }

    private func create(_ event: AlbumCreated, _ envelope: SequencedEvent, in rows: inout Rows) throws {
        let details = try event.sealedDetails()
        let row = Row.with {
            $0.owner = event.owner.description
            $0.details = Data(details.bytes)
            $0.createdAt = envelope.time.microseconds
            $0.position = envelope.position.rawValue
            // In the middle: photos come at either end.
            ($0.firstRank, $0.endRank) = (1 << 63, 1 << 63)
        }
        try rows.put(row, for: RowKey(event.album), in: Self.byID)
        try rows.put(event.album, for: RowKey(event.owner).newestFirst(envelope.position), in: Self.ofOwner)
        try rows.count(1, for: RowKey(event.owner), in: Self.counts)
    }

    private func delete(_ event: AlbumDeleted, in rows: inout Rows) throws {
        guard let row = try rows.take(RowKey(event.album), from: Self.byID) else { throw missing(event.album) }
        try rows.remove(RowKey(event.owner).descending(row.position), from: Self.ofOwner)
        try rows.count(-1, for: RowKey(event.owner), in: Self.counts)
        try rows.removeAll(RowKey(event.album), from: Self.photos) { row, rows in
            try rows.remove(RowKey(event.album).id(row.value), from: Self.ranks)
            try rows.remove(RowKey(row.value).id(event.album), from: Self.ofPhoto)
        }
        try rows.remove(RowKey(event.album), from: Self.photoCounts)
    }

    private func put(_ photo: PhotoID, _ rank: UInt64, _ album: AlbumID, in rows: inout Rows) throws {
        try rows.put(photo, for: RowKey(album).ascending(rank), in: Self.photos)
        try rows.put(rank, for: RowKey(album).id(photo), in: Self.ranks)
    }

    private func takeOut(_ photo: PhotoID, _ album: AlbumID, in rows: inout Rows) throws {
        // Unpublished before it was taken out: it is gone already.
        guard let rank = try rows.take(RowKey(album).id(photo), from: Self.ranks) else { return }
        try rows.remove(RowKey(album).ascending(rank), from: Self.photos)
        try rows.remove(RowKey(photo).id(album), from: Self.ofPhoto)
        try rows.count(-1, for: RowKey(album), in: Self.photoCounts)
        try change(album, in: &rows) { row, _ in if row.cover == photo.description { row.cover = "" } }
    }

    private func change(
        _ album: AlbumID, in rows: inout Rows, _ change: (inout Row, inout Rows) throws -> Void
    ) throws {
        guard var row = try rows.get(RowKey(album), in: Self.byID) else { throw missing(album) }
        try change(&row, &rows)
        try rows.put(row, for: RowKey(album), in: Self.byID)
    }

    private func missing(_ album: AlbumID) -> ProjectionError {
        ProjectionError(.notApplicable, "there is no album \(album)")
    }
}
