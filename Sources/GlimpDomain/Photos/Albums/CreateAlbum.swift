public import EventLog
public import GlimpSchemas

/// Makes an album, empty as yet.
public struct CreateAlbum: CallerCommand {
    public let me: UserID
    public let title: AlbumTitle
    public let album: AlbumID

    public init(_ wire: Glimp_V1_CreateAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        title = try .field(wire.title)
        album = try door.id(wire.hasAlbum ? wire.album : nil, "album")
    }

    public var boundary: Query { Query([.account(me), QueryItem(types: [AlbumCreated.type], tags: [album.tag])]) }

    public var personOfDetails: UserID? { me }

    public var initialState: AlbumHistory { AlbumHistory(album, for: me) }

    public static func evolve(_ state: inout AlbumHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: AlbumHistory, at now: Timestamp) -> Ruling {
        guard state.isRegistered else { return .refused(.userNotFound) }
        if state.isUsed { return .refused(.idInUse([album.description])) }
        return .accepted([.albumCreated(AlbumCreated(album: album, owner: me, title: title.description))])
    }
}
