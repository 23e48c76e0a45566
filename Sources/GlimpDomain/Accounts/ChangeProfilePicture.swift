public import EventLog
public import GlimpSchemas

/// Changes the picture one is shown with.
public struct ChangeProfilePicture: CallerCommand {
    public let me: UserID
    /// nil: this person has uploaded no such picture.
    public let photo: Photo?

    public init(_ wire: Glimp_V1_ChangeProfilePicture, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        photo = try door.photo(wire.photo, of: me)?.photo
    }

    public static func media(in wire: Glimp_V1_ChangeProfilePicture) -> [String] { [wire.photo.media] }

    public var boundary: Query {
        Query(types: [AccountRegistered.type, ProfilePictureChanged.type], tags: [me.tag])
    }

    public var initialState: AccountState { AccountState() }

    public static func evolve(_ state: inout AccountState, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ profile: AccountState, at now: Timestamp) -> Ruling {
        guard profile.exists else { return .refused(.userNotFound) }
        guard let photo else { return .refused(.photoNotFound) }
        guard photo.isSquare else { return .refused(.photoNotSquare) }
        if profile.picture == photo { return .nothingHappened }
        return .accepted([.profilePictureChanged(ProfilePictureChanged(user: me, photo: photo))])
    }
}
