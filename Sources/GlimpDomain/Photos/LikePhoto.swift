public import EventLog
public import GlimpSchemas

/// Likes a photo. Liking it again changes nothing.
public struct LikePhoto: LikeCommand {
    public let me: UserID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_LikePhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
    }

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
