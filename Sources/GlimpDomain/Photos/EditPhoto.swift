public import EventLog
public import GlimpSchemas

/// Tells something else of a photo. Deciders don't read what people write, so the same again is a change too.
public struct EditPhoto: CallerCommand {
    public let me: UserID
    public let photo: PhotoID
    public let description: PhotoDescription

    public init(_ wire: Glimp_V1_EditPhoto, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try .field(wire.photo, "photo")
        description = try .field(wire)
    }

    public var boundary: Query { Query([.publication(of: photo), .blocks(of: me)]) }

    public var personOfDetails: UserID? { me }

    public var initialState: PhotoHistory { PhotoHistory(photo, for: me) }

    public static func evolve(_ state: inout PhotoHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ state: PhotoHistory, at now: Timestamp) -> Ruling {
        switch state.mine() {
        case .failure(let refusal): .refused(refusal)
        case .success: .accepted([.photoEdited(PhotoEdited(photo: photo, owner: me, description: description))])
        }
    }
}
