public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// A photo is the last of an album.
public struct PhotoAddedToAlbum: PlainEventBody {
    public static let type: EventType = "PhotoAddedToAlbum"
    public let album: AlbumID
    public let owner: UserID
    public let photo: PhotoID

    public init(album: AlbumID, owner: UserID, photo: PhotoID) {
        self.album = album
        self.owner = owner
        self.photo = photo
    }

    public init(_ wire: Glimp_V1_PhotoAddedToAlbum) throws(MalformedField) {
        album = try AlbumID(stored: wire.album, "album")
        owner = try UserID(stored: wire.owner, "owner")
        photo = try PhotoID(stored: wire.photo, "photo")
    }

    public var wire: Glimp_V1_PhotoAddedToAlbum {
        .with {
            $0.album = album.description
            $0.owner = owner.description
            $0.photo = photo.description
        }
    }

    public var tags: [Tag] { [album.tag, owner.tag, photo.tag] }
}

/// A photo is in an album no more; it stays public.
public struct PhotoRemovedFromAlbum: PlainEventBody {
    public static let type: EventType = "PhotoRemovedFromAlbum"
    public let album: AlbumID
    public let owner: UserID
    public let photo: PhotoID

    public init(album: AlbumID, owner: UserID, photo: PhotoID) {
        self.album = album
        self.owner = owner
        self.photo = photo
    }

    public init(_ wire: Glimp_V1_PhotoRemovedFromAlbum) throws(MalformedField) {
        album = try AlbumID(stored: wire.album, "album")
        owner = try UserID(stored: wire.owner, "owner")
        photo = try PhotoID(stored: wire.photo, "photo")
    }

    public var wire: Glimp_V1_PhotoRemovedFromAlbum {
        .with {
            $0.album = album.description
            $0.owner = owner.description
            $0.photo = photo.description
        }
    }

    public var tags: [Tag] { [album.tag, owner.tag, photo.tag] }
}

/// These photos of an album come first, in this order; the others follow in the order they had.
public struct AlbumReordered: PlainEventBody {
    public static let type: EventType = "AlbumReordered"
    public let album: AlbumID
    public let owner: UserID
    public let photos: [PhotoID]

    public init(album: AlbumID, owner: UserID, photos: [PhotoID]) {
        self.album = album
        self.owner = owner
        self.photos = photos
    }

    public init(_ wire: Glimp_V1_AlbumReordered) throws(MalformedField) {
        album = try AlbumID(stored: wire.album, "album")
        owner = try UserID(stored: wire.owner, "owner")
        var photos: [PhotoID] = []
        for text in wire.photos { photos.append(try PhotoID(stored: text, "photos")) }
        self.photos = photos
    }

    public var wire: Glimp_V1_AlbumReordered {
        .with {
            $0.album = album.description
            $0.owner = owner.description
            $0.photos = photos.map(\.description)
        }
    }

    public var tags: [Tag] { [album.tag, owner.tag] }
}

/// A photo of an album stands for it.
public struct AlbumCoverSet: PlainEventBody {
    public static let type: EventType = "AlbumCoverSet"
    public let album: AlbumID
    public let owner: UserID
    public let photo: PhotoID

    public init(album: AlbumID, owner: UserID, photo: PhotoID) {
        self.album = album
        self.owner = owner
        self.photo = photo
    }

    public init(_ wire: Glimp_V1_AlbumCoverSet) throws(MalformedField) {
        album = try AlbumID(stored: wire.album, "album")
        owner = try UserID(stored: wire.owner, "owner")
        photo = try PhotoID(stored: wire.photo, "photo")
    }

    public var wire: Glimp_V1_AlbumCoverSet {
        .with {
            $0.album = album.description
            $0.owner = owner.description
            $0.photo = photo.description
        }
    }

    public var tags: [Tag] { [album.tag, owner.tag, photo.tag] }
}
