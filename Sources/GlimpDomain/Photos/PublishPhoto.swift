public import EventLog
public import GlimpSchemas

/// Shows an upload of one's own to everybody.
///
/// A picture that was sent to somebody alone is the sender's upload, and the receiver has none of it: so who received a
/// glimp can't publish it, and who sent it can.
public struct PublishPhoto: CallerCommand {
    public let me: UserID
    public let photo: PhotoID
    public let description: PhotoDescription
    /// nil: this person has uploaded no such picture.
    public let content: Photo?

    public init(_ wire: Glimp_V1_PublishPhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        description = try .field(wire)
        content = try door.photo(wire.photo, of: me)?.photo
        photo = try door.id(wire.hasPhotoID ? wire.photoID : nil, "photo_id")
    }

    public static func media(in wire: Glimp_V1_PublishPhoto) -> [String] { [wire.photo.media] }

    /// Of the account, the id and the upload: nobody else's doing matters.
    public var boundary: Query {
        var items: [QueryItem] = [.account(me), QueryItem(types: [PhotoPublished.type], tags: [photo.tag])]
        if let content { items.append(QueryItem(types: [PhotoPublished.type], tags: [content.media.tag, me.tag])) }
        return Query(items)
    }

    public var personOfDetails: UserID? { me }

    public struct State: Sendable {
        fileprivate var photo: PhotoHistory
        fileprivate var showings = Showings()
    }

    public var initialState: State { State(photo: PhotoHistory(photo, for: me)) }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        if case .photoPublished(let event) = event { state.showings.add(event.content.media, of: event.owner) }
        state.photo.evolve(event)
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard state.photo.isRegistered else { return .refused(.userNotFound) }
        if state.photo.isUsed { return .refused(.idInUse([photo.description])) }
        guard let content else { return .refused(.photoNotFound) }
        if state.showings.areTooMany(of: content.media, by: me) { return .refused(.shownTooOften) }
        return .accepted([
            .photoPublished(PhotoPublished(photo: photo, owner: me, content: content, description: description))
        ])
    }
}
