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

    /// The pictures of before are not asked: there may be thousands. So the same one again is a change too.
    public var boundary: Query { Query([.account(me)]) }

    public var initialState: AccountState { AccountState() }

    public static func evolve(_ state: inout AccountState, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ profile: AccountState, at now: Timestamp) -> Ruling {
        guard profile.exists else { return .refused(.userNotFound) }
        guard let photo else { return .refused(.photoNotFound) }
        guard photo.isSquare else { return .refused(.photoNotSquare) }
        return .accepted([.profilePictureChanged(ProfilePictureChanged(user: me, photo: photo))])
    }
}
