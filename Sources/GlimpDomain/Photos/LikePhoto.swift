public import EventLog
public import GlimpSchemas

/// Likes a photo. Liking it again changes nothing.
public struct LikePhoto: CallerCommand {
    public let me: UserID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_LikePhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
    }

    private var like: Like { Like(photo: photo, liker: me) }

    public var boundary: Query { like.boundary }

    public var initialState: LikeHistory { LikeHistory(like) }

    public static func evolve(_ state: inout LikeHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: LikeHistory, at now: Timestamp) -> Ruling {
        guard state.photo.isRegistered else { return .refused(.userNotFound) }
        switch state.photo.open() {
        case .failure(let refusal): return .refused(refusal)
        case .success(let open):
            if state.isLiked { return .nothingHappened }
            return .accepted([.photoLiked(PhotoLiked(photo: photo, owner: open.owner, liker: me))])
        }
    }
}
