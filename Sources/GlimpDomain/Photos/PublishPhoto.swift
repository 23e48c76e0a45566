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
        content = try door.photo(wire.photo)?.photo
        photo = try door.id(wire.hasPhotoID ? wire.photoID : nil, "photo_id")
    }

    public static func media(in wire: Glimp_V1_PublishPhoto) -> [String] { [wire.photo.media] }

    /// Of the account and of the id: nobody else's doing matters.
    public var boundary: Query { Query([.account(me), QueryItem(types: [PhotoPublished.type], tags: [photo.tag])]) }

    public var personOfDetails: UserID? { me }

    public var initialState: PhotoHistory { PhotoHistory(photo, for: me) }

    public static func evolve(_ state: inout PhotoHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: PhotoHistory, at now: Timestamp) -> Ruling {
        guard state.isRegistered else { return .refused(.userNotFound) }
        if state.isUsed { return .refused(.idInUse([photo.description])) }
        guard let content else { return .refused(.photoNotFound) }
        return .accepted([
            .photoPublished(PhotoPublished(photo: photo, owner: me, content: content, description: description))
        ])
    }
}
