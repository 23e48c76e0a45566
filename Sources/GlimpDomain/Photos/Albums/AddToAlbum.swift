public import EventLog
public import GlimpSchemas

/// Puts a public photo of one's own at the end of an album. One that is in it stays where it is.
public struct AddToAlbum: CallerCommand {
    public let me: UserID
    public let album: AlbumID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_AddToAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        photo = try .field(wire.photo, "photo")
    }

    public var boundary: Query { Query([.history(of: album), .publication(of: photo), .blocks(of: me)]) }

    public var initialState: AlbumHistory { AlbumHistory(album, for: me, photo: photo) }

    public static func evolve(_ state: inout AlbumHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: AlbumHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): return .refused(refusal)
        case .success(let mine):
            guard state.isPhotoMine else { return .refused(.publicPhotoNotFound) }
            if mine.photos.contains(photo) { return .nothingHappened }
            guard mine.photos.count < AlbumHistory.maximumPhotos else { return .refused(.albumFull) }
            return .accepted([.photoAddedToAlbum(PhotoAddedToAlbum(album: album, owner: me, photo: photo))])
        }
    }
}
