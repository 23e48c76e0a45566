public import EventLog
public import GlimpSchemas

/// Gives an album another title. Deciders don't read titles, so the same one again is a change too.
public struct RenameAlbum: CallerCommand {
    public let me: UserID
    public let album: AlbumID
    public let title: AlbumTitle

    public init(_ wire: Glimp_V1_RenameAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        title = try .field(wire.title)
    }

    public var boundary: Query { Query([.history(of: album), .blocks(of: me)]) }

    public var personOfDetails: UserID? { me }

    public var initialState: AlbumHistory { AlbumHistory(album, for: me) }

    public static func evolve(_ state: inout AlbumHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: AlbumHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): .refused(refusal)
        case .success: .accepted([.albumRenamed(AlbumRenamed(album: album, owner: me, title: title.description))])
        }
    }
}
