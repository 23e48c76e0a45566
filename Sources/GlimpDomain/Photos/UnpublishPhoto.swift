public import EventLog
public import GlimpSchemas

/// Shows a photo to nobody any more. The upload stays.
public struct UnpublishPhoto: OwnPhotoCommand {
    public let me: UserID
    public let photo: PhotoID

    public init(_ wire: Glimp_V1_UnpublishPhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
    }

    public func decide(on mine: PhotoHistory.Publication) -> Ruling {
        .accepted([.photoUnpublished(PhotoUnpublished(photo: photo, owner: me, media: mine.media))])
    }
}
