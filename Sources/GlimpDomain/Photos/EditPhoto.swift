public import EventLog
public import GlimpSchemas

/// Tells something else of a photo. Deciders don't read what people write, so the same again is a change too.
public struct EditPhoto: OwnPhotoCommand {
    public let me: UserID
    public let photo: PhotoID
    public let description: PhotoDescription

    public init(_ wire: Glimp_V1_EditPhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
        description = try .field(wire)
    }

    public var personOfDetails: UserID? { me }

    public func decide(on mine: PhotoHistory.Publication) -> Ruling {
        .accepted([.photoEdited(PhotoEdited(photo: photo, owner: me, description: description))])
    }
}
