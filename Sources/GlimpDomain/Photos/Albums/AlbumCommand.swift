public import EventLog

/// A command about an album of the one who acts.
public protocol AlbumCommand: CallerCommand where State == AlbumHistory {
    var me: UserID { get }
    var album: AlbumID { get }
    /// The photo that must be a public one of one's own; nil: it does not matter.
    var publicPhoto: PhotoID? { get }
    /// The photos of which it matters whether they are in the album. Of no other anything is read: an album can be as
    /// large as its owner likes.
    var placed: [PhotoID] { get }
    /// What follows for an album that is there and one's own.
    func decide(on album: AlbumHistory.Content) -> Ruling
}

extension AlbumCommand {
    public var publicPhoto: PhotoID? { nil }
    public var placed: [PhotoID] { [] }

    public var boundary: Query {
        var items: [QueryItem] = [.existence(of: album), .blocks(of: me)]
        if let publicPhoto { items.append(.publication(of: publicPhoto)) }
        return Query(items + placed.map { .place(of: $0, in: album) })
    }

    public var initialState: AlbumHistory { AlbumHistory(album, for: me, photo: publicPhoto) }

    public static func evolve(_ state: inout AlbumHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: AlbumHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): .refused(refusal)
        case .success where publicPhoto != nil && !state.isPhotoMine: .refused(.publicPhotoNotFound)
        case .success(let album): decide(on: album)
        }
    }
}
