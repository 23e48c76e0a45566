public import EventLog
public import GlimpSchemas

/// Gives an album another title. Deciders don't read titles, so the same one again is a change too.
public struct RenameAlbum: AlbumCommand {
    public let me: UserID
    public let album: AlbumID
    public let title: AlbumTitle

    public init(_ wire: Glimp_V1_RenameAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        title = try .field(wire.title)
    }

    public var personOfDetails: UserID? { me }

    public func decide(on mine: AlbumHistory.Content) -> Ruling {
        .accepted([.albumRenamed(AlbumRenamed(album: album, owner: me, title: title.description))])
    }
}
