public import EventLog
public import GlimpSchemas

/// Puts a public photo of one's own at the end of an album. One that is in it stays where it is.
public struct AddToAlbum: AlbumCommand {
    public let me: UserID
    public let album: AlbumID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_AddToAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        photo = try .field(wire.photo, "photo")
    }

    public var publicPhoto: PhotoID? { photo }
    public var placed: [PhotoID] { [photo] }

    public func decide(on mine: AlbumHistory.Content) -> Ruling {
        if mine.photos.contains(photo) { return .nothingHappened }
        return .accepted([.photoAddedToAlbum(PhotoAddedToAlbum(album: album, owner: me, photo: photo))])
    }
}
