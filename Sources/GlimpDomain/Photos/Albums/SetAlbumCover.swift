public import EventLog
public import GlimpSchemas

/// Chooses the photo that stands for an album; without a choice it is the first. What was chosen before is not asked, so
/// the same one again is a change too.
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
    public var placed: [PhotoID] { [photo] }

    public func decide(on mine: AlbumHistory.Content) -> Ruling {
        guard mine.photos.contains(photo) else { return .refused(.notInAlbum([photo])) }
        return .accepted([.albumCoverSet(AlbumCoverSet(album: album, owner: me, photo: photo))])
    }
}
