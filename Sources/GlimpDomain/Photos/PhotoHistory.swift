import EventLog

/// One public photo as one person finds it, as far as a boundary shows.
public struct PhotoHistory: Sendable {
    public struct Publication: Hashable, Sendable {
        let owner: UserID
        let media: MediaID
    }

    private let id: PhotoID
    private let me: UserID
    /// Whether the one who acts has an account.
    private(set) var isRegistered = false
    /// Whether the id was ever used.
    private(set) var isUsed = false
    private var publication: Publication?
    private var blocks = Blocks()

    init(_ id: PhotoID, for me: UserID) {
        self.id = id
        self.me = me
    }

    mutating func evolve(_ event: DomainEvent) {
        switch event {
        case .accountRegistered(let event) where event.user == me: isRegistered = true
        case .accountErased(let event) where event.user == me: isRegistered = false
        case .photoPublished(let event) where event.photo == id:
            isUsed = true
            publication = Publication(owner: event.owner, media: event.content.media)
        case .photoUnpublished(let event) where event.photo == id: publication = nil
        default: blocks.evolve(event)
        }
    }

    /// The photo, when it is published and its owner has not blocked me: else it is as if it were not there.
    var visible: Publication? {
        guard let publication, !blocks.hasBlocked(publication.owner, me) else { return nil }
        return publication
    }

    /// The photo, when it is mine.
    func mine() -> Result<Publication, Refusal> {
        guard let visible else { return .failure(.publicPhotoNotFound) }
        guard visible.owner == me else { return .failure(.notYourPhoto) }
        return .success(visible)
    }

    /// The photo, when I may like it and write about it. Nobody can about a photo of whom they have blocked: it would
    /// tell its owner something of theirs.
    func open() -> Result<Publication, Refusal> {
        guard let visible else { return .failure(.publicPhotoNotFound) }
        if blocks.hasBlocked(me, visible.owner) { return .failure(.blocked) }
        return .success(visible)
    }
}

extension QueryItem {
    /// Whether the photo is published, and by whom.
    static func publication(of photo: PhotoID) -> QueryItem {
        QueryItem(types: [PhotoPublished.type, PhotoUnpublished.type], tags: [photo.tag])
    }
}
