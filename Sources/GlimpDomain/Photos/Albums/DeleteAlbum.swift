public import EventLog
public import GlimpSchemas

/// Does away with an album. Its photos stay public.
public struct DeleteAlbum: AlbumCommand {
    public let me: UserID
    public let album: AlbumID

    public init(_ wire: Glimp_V1_DeleteAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
    }

    public func decide(on mine: AlbumHistory.Content) -> Ruling {
        .accepted([.albumDeleted(AlbumDeleted(album: album, owner: me))])
    }
}
