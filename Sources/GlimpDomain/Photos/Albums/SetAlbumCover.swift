public import EventLog
public import GlimpSchemas

/// Chooses the photo that stands for an album; without a choice it is the first.
public struct SetAlbumCover: CallerCommand {
    public let me: UserID
    public let album: AlbumID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_SetAlbumCover, by actor: Actor?, at door: Door) throws(Refusal) {
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
            guard mine.photos.contains(photo) else { return .refused(.notInAlbum([photo])) }
            if mine.cover == photo { return .nothingHappened }
            return .accepted([.albumCoverSet(AlbumCoverSet(album: album, owner: me, photo: photo))])
        }
    }
}
