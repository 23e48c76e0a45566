public import EventLog
public import GlimpSchemas

/// Does away with an album. Its photos stay public.
public struct DeleteAlbum: CallerCommand {
    public let me: UserID
    public let album: AlbumID

    public init(_ wire: Glimp_V1_DeleteAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
    }

    public var boundary: Query { Query([.history(of: album), .blocks(of: me)]) }

    public var initialState: AlbumHistory { AlbumHistory(album, for: me) }

    public static func evolve(_ state: inout AlbumHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: AlbumHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): .refused(refusal)
        case .success: .accepted([.albumDeleted(AlbumDeleted(album: album, owner: me))])
        }
    }
}
