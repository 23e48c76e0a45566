public import EventLog
public import GlimpDomain
import GlimpSchemas
import Projections

/// An album of public photos.
public struct PhotoAlbum: Hashable, Sendable {
    public var album: AlbumID
    public var owner: PersonSummary
    public var title: String
    /// The one chosen, else the first; nil: the album is empty.
    public var cover: PublishedPhoto?
    public var photoCount: Int
    public var createdAt: Timestamp
}

/// An album, and a part of its photos in their order.
public struct AlbumContent: Hashable, Sendable {
    public var album: PhotoAlbum
    public var photos: Page<PublishedPhoto>
}

extension ReadModels {
    /// A person's albums, newest first.
    /// - Throws: `user_not_found`, also when they have blocked the viewer: never for want of albums.
    public func albums(
        of user: UserID, for viewer: UserID, _ request: PageRequest = .first
    ) async throws -> Answer<Page<PhotoAlbum>> {
        try await photos { photos, names in
            try photos.requireVisible(user, to: viewer, names: names)
            let list = RowList(name: .albums, table: AlbumsProjection.ofOwner, prefix: RowKey(user))
            let total = try photos.counter(RowKey(user), in: AlbumsProjection.counts)
            return try photos.page(list, request, total: total) { album in
                guard let row = try photos.get(RowKey(album), in: AlbumsProjection.byID) else {
                    throw ProjectionError(.damaged, "a row names the album \(album), which is not there")
                }
                return try photos.album(album, row, names: names)
            }
        }
    }

    /// One album with its photos in their order.
    /// - Throws: `album_not_found`, also when its owner has blocked the viewer.
    public func album(
        _ album: AlbumID, for viewer: UserID, _ request: PageRequest = .first
    ) async throws -> Answer<AlbumContent> {
        try await photos { photos, names in
            guard let row = try photos.get(RowKey(album), in: AlbumsProjection.byID),
                try !photos.blocking(between: viewer, and: UserID(row: row.owner)).contains(.byOther)
            else { throw ReadModelError(.albumNotFound, "there is no album \(album)") }
            let summary = try photos.album(album, row, names: names)
            let list = RowList(name: .albumPhotos, table: AlbumsProjection.photos, prefix: RowKey(album))
            return AlbumContent(
                album: summary,
                photos: try photos.page(list, request, total: summary.photoCount) {
                    try photos.publishedPhoto($0, names: names)
                })
        }
    }
}

extension Snapshot {
    fileprivate func album(
        _ album: AlbumID, _ row: Glimp_V1_Rows_Album, names: borrowing Snapshot
    ) throws -> PhotoAlbum {
        let chosen = row.cover.isEmpty ? nil : try PhotoID(row: row.cover)
        let cover =
            try chosen ?? rows(RowRange(prefix: RowKey(album)), of: AlbumsProjection.photos, limit: 1).first?.value
        let owner = try UserID(row: row.owner)
        return PhotoAlbum(
            album: album, owner: try names.person(owner),
            title: try names.opened(row.details, of: owner, as: AlbumDetails.self)?.title ?? "",
            cover: try cover.map { try publishedPhoto($0, names: names) },
            photoCount: try counter(RowKey(album), in: AlbumsProjection.photoCounts),
            createdAt: Timestamp(row: row.createdAt))
    }
}
