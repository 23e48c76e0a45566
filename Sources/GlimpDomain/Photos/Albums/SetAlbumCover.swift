public import EventLog
public import GlimpSchemas

/// Chooses the photo that stands for an album; without a choice it is the first.
public struct SetAlbumCover: AlbumCommand {
    public let me: UserID
    public let album: AlbumID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_SetAlbumCover, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        photo = try .field(wire.photo, "photo")
    }

    public var publicPhoto: PhotoID? { photo }

    public func decide(on mine: AlbumHistory.Content) -> Ruling {
        guard mine.photos.contains(photo) else { return .refused(.notInAlbum([photo])) }
        if mine.cover == photo { return .nothingHappened }
        return .accepted([.albumCoverSet(AlbumCoverSet(album: album, owner: me, photo: photo))])
    }
}
