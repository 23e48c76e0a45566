public import EventLog
public import GlimpSchemas

/// Takes a photo out of an album. What is not in it changes nothing.
public struct RemoveFromAlbum: AlbumCommand {
    public let me: UserID
    public let album: AlbumID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_RemoveFromAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        photo = try .field(wire.photo, "photo")
    }

    public var placed: [PhotoID] { [photo] }

    public func decide(on mine: AlbumHistory.Content) -> Ruling {
        guard mine.photos.contains(photo) else { return .nothingHappened }
        return .accepted([.photoRemovedFromAlbum(PhotoRemovedFromAlbum(album: album, owner: me, photo: photo))])
    }
}
