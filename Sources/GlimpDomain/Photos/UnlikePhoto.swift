public import EventLog
public import GlimpSchemas

/// Takes a like back. Where there is none, nothing changes.
public struct UnlikePhoto: LikeCommand {
    public let me: UserID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_UnlikePhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
    }

    /// Also of a photo of whom one has blocked since: it takes back what is one's own.
    public func decide(_ state: LikeHistory, at now: Timestamp) -> Ruling {
        guard state.photo.isRegistered else { return .refused(.userNotFound) }
        guard let visible = state.photo.visible else { return .refused(.publicPhotoNotFound) }
        guard state.isLiked else { return .nothingHappened }
        return .accepted([.photoUnliked(PhotoUnliked(photo: photo, owner: visible.owner, liker: me))])
    }
}
