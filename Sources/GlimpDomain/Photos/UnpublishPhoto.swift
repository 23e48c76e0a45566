public import EventLog
public import GlimpSchemas

/// Shows a photo to nobody any more. The upload stays.
public struct UnpublishPhoto: CallerCommand {
    public let me: UserID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_UnpublishPhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
    }

    public var boundary: Query { Query([.publication(of: photo), .blocks(of: me)]) }

    public var initialState: PhotoHistory { PhotoHistory(photo, for: me) }

    public static func evolve(_ state: inout PhotoHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: PhotoHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): .refused(refusal)
        case .success(let mine):
            .accepted([.photoUnpublished(PhotoUnpublished(photo: photo, owner: me, media: mine.media))])
        }
    }
}
