public import EventLog
public import GlimpSchemas

/// Takes a photo out of an album. What is not in it changes nothing.
public struct RemoveFromAlbum: CallerCommand {
    public let me: UserID
    public let album: AlbumID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_RemoveFromAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        photo = try .field(wire.photo, "photo")
    }

    public var boundary: Query { Query([.history(of: album), .blocks(of: me)]) }

    public var initialState: AlbumHistory { AlbumHistory(album, for: me) }

    public static func evolve(_ state: inout AlbumHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: AlbumHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): return .refused(refusal)
        case .success(let mine):
            guard mine.photos.contains(photo) else { return .nothingHappened }
            return .accepted([.photoRemovedFromAlbum(PhotoRemovedFromAlbum(album: album, owner: me, photo: photo))])
        }
    }
}
