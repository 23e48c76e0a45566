public import EventLog
public import GlimpSchemas

/// Writes something about a photo, for everybody to read who sees it.
public struct CommentOnPhoto: CallerCommand {
    public static let characters = 300

    public let me: UserID
    public let photo: PhotoID
    public let text: String
    public let comment: CommentID

    public init(_ wire: Glimp_V1_CommentOnPhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
        text = wire.text
        guard PublicText.fits(text, CommentOnPhoto.characters), !PublicText.isBlank(text),
            !text.unicodeScalars.contains(where: { $0 != "\n" && PublicText.isControl($0) })
        else {
            throw .invalid(
                "text", "A comment is at most 300 characters, not blank, without control characters but line breaks.")
        }
        comment = try door.id(wire.hasComment ? wire.comment : nil, "comment")
    }

    public var boundary: Query {
        Query([
            .account(me), QueryItem(types: [CommentAdded.type], tags: [comment.tag]), .publication(of: photo),
            .blocks(of: me),
        ])
    }

    public struct State: Sendable {
        fileprivate var photo: PhotoHistory
        fileprivate var used: Set<CommentID> = []
    }

    public var personOfDetails: UserID? { me }

    public var initialState: State { State(photo: PhotoHistory(photo, for: me)) }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        if case .commentAdded(let event) = event { state.used.insert(event.comment) }
        state.photo.evolve(event)
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard state.photo.isRegistered else { return .refused(.userNotFound) }
        if state.used.contains(comment) { return .refused(.idInUse([comment.description])) }
        switch state.photo.open() {
        case .failure(let refusal): return .refused(refusal)
        case .success(let open):
            return .accepted([
                .commentAdded(
                    CommentAdded(comment: comment, photo: photo, owner: open.owner, author: me, text: text))
            ])
        }
    }
}
