import EventLog

/// One album as one person finds it, and one photo that it is about, as far as a boundary shows.
public struct AlbumHistory: Sendable {
    public struct Content: Sendable {
        let owner: UserID
        /// Those in it, of the photos that the boundary asks for.
        var photos: Set<PhotoID> = []
    }

    private let id: AlbumID
    private let me: UserID
    /// Whether the one who acts has an account.
    private(set) var isRegistered = false
    /// Whether the id was ever used.
    private(set) var isUsed = false
    private var content: Content?
    /// The photo that a command names, if it names one.
    private var photo: PhotoHistory?
    private var blocks = Blocks()

    init(_ id: AlbumID, for me: UserID, photo: PhotoID? = nil) {
        self.id = id
        self.me = me
        self.photo = photo.map { PhotoHistory($0, for: me) }
    }

    mutating func evolve(_ event: DomainEvent) {
        photo?.evolve(event)
        switch event {
        case .accountRegistered(let event) where event.user == me: isRegistered = true
        case .accountErased(let event) where event.user == me: isRegistered = false
        case .albumCreated(let event) where event.album == id:
            isUsed = true
            content = Content(owner: event.owner)
        case .photoAddedToAlbum(let event) where event.album == id: content?.photos.insert(event.photo)
        case .photoRemovedFromAlbum(let event) where event.album == id: content?.photos.remove(event.photo)
        case .albumDeleted(let event) where event.album == id: content = nil
        default: blocks.evolve(event)
        }
    }

    /// The album, when it is mine; as if it were not there for whom its owner has blocked.
    func mine() -> Result<Content, Refusal> {
        guard let content, !blocks.hasBlocked(content.owner, me) else { return .failure(.albumNotFound) }
        guard content.owner == me else { return .failure(.notYourAlbum) }
        return .success(content)
    }

    /// Whether the photo that is named is a public one of mine.
    var isPhotoMine: Bool {
        if case .success? = photo?.mine() { true } else { false }
    }
}

extension QueryItem {
    /// Whether the album is there, and whose.
    static func existence(of album: AlbumID) -> QueryItem {
        QueryItem(types: [AlbumCreated.type, AlbumDeleted.type], tags: [album.tag])
    }

    /// Whether a photo is in it.
    static func place(of photo: PhotoID, in album: AlbumID) -> QueryItem {
        QueryItem(types: [PhotoAddedToAlbum.type, PhotoRemovedFromAlbum.type], tags: [album.tag, photo.tag])
    }
}

extension Refusal {
    /// Also of one that is there, for whom its owner has blocked.
    static let albumNotFound = Refusal("album_not_found", "There is no such album.")
    static let notYourAlbum = Refusal("not_yours", "This album is somebody else's.")
    static func notInAlbum(_ photos: [PhotoID]) -> Refusal {
        Refusal("photo_not_in_album", "The photo is not in the album.", subjects: photos.map(\.description))
    }
}
