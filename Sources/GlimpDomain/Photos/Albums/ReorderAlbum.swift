public import EventLog
public import GlimpSchemas

/// Puts photos of an album first, in an order; the others follow in the order they had.
///
/// So a whole order can be given, or one photo be moved, and an order that was made before another photo came is no
/// mistake.
public struct ReorderAlbum: AlbumCommand {
    public static let photosAtOnce = 1...1_000

    public let me: UserID
    public let album: AlbumID
    public let photos: [PhotoID]

    public init(_ wire: Glimp_V1_ReorderAlbum, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        album = try .field(wire.album, "album")
        guard Self.photosAtOnce.contains(wire.photos.count) else {
            throw .invalid("photos", "An order names 1 to 1000 photos.")
        }
        var photos: [PhotoID] = []
        for text in wire.photos { photos.append(try .field(text, "photos")) }
        guard Set(photos).count == photos.count else { throw .invalid("photos", "A photo is named twice.") }
        self.photos = photos
    }

    public var placed: [PhotoID] { photos }

    public func decide(on mine: AlbumHistory.Content) -> Ruling {
        let others = photos.filter { !mine.photos.contains($0) }
        guard others.isEmpty else { return .refused(.notInAlbum(others)) }
        return .accepted([.albumReordered(AlbumReordered(album: album, owner: me, photos: photos))])
    }
}
