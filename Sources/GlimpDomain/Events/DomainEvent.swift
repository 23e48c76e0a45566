/// Everything that can happen, one case a kind of event.
public enum DomainEvent: Hashable, Sendable {
    case accountRegistered(AccountRegistered)
    case emailChanged(EmailChanged)
    case displayNameChanged(DisplayNameChanged)
    case profilePictureChanged(ProfilePictureChanged)
    case notificationPreferencesSet(NotificationPreferencesSet)
    case accountErased(AccountErased)

    case friendInvited(FriendInvited)
    case friendAccepted(FriendAccepted)
    case friendDeclined(FriendDeclined)
    case invitationCancelled(InvitationCancelled)
    case friendRemoved(FriendRemoved)
    case userBlocked(UserBlocked)
    case userUnblocked(UserUnblocked)

    case glimpRequested(GlimpRequested)
    case glimpAnswered(GlimpAnswered)
    case glimpDeclined(GlimpDeclined)
    case glimpRequestCancelled(GlimpRequestCancelled)
    case glimpExpired(GlimpExpired)
    case glimpHidden(GlimpHidden)

    case feedsDefined(FeedsDefined)
    case snapPosted(SnapPosted)
    case snapViewed(SnapViewed)
    case snapFetched(SnapFetched)
    case snapDeleted(SnapDeleted)

    case photoPublished(PhotoPublished)
    case photoEdited(PhotoEdited)
    case photoUnpublished(PhotoUnpublished)
    case photoLiked(PhotoLiked)
    case photoUnliked(PhotoUnliked)
    case commentAdded(CommentAdded)
    case commentDeleted(CommentDeleted)

    case albumCreated(AlbumCreated)
    case albumRenamed(AlbumRenamed)
    case photoAddedToAlbum(PhotoAddedToAlbum)
    case photoRemovedFromAlbum(PhotoRemovedFromAlbum)
    case albumReordered(AlbumReordered)
    case albumCoverSet(AlbumCoverSet)
    case albumDeleted(AlbumDeleted)

    case notificationsRead(NotificationsRead)

    /// What the case holds.
    public var body: any EventBody {
        switch self {
        case .accountRegistered(let body): body
        case .emailChanged(let body): body
        case .displayNameChanged(let body): body
        case .profilePictureChanged(let body): body
        case .notificationPreferencesSet(let body): body
        case .accountErased(let body): body
        case .friendInvited(let body): body
        case .friendAccepted(let body): body
        case .friendDeclined(let body): body
        case .invitationCancelled(let body): body
        case .friendRemoved(let body): body
        case .userBlocked(let body): body
        case .userUnblocked(let body): body
        case .glimpRequested(let body): body
        case .glimpAnswered(let body): body
        case .glimpDeclined(let body): body
        case .glimpRequestCancelled(let body): body
        case .glimpExpired(let body): body
        case .glimpHidden(let body): body
        case .feedsDefined(let body): body
        case .snapPosted(let body): body
        case .snapViewed(let body): body
        case .snapFetched(let body): body
        case .snapDeleted(let body): body
        case .photoPublished(let body): body
        case .photoEdited(let body): body
        case .photoUnpublished(let body): body
        case .photoLiked(let body): body
        case .photoUnliked(let body): body
        case .commentAdded(let body): body
        case .commentDeleted(let body): body
        case .albumCreated(let body): body
        case .albumRenamed(let body): body
        case .photoAddedToAlbum(let body): body
        case .photoRemovedFromAlbum(let body): body
        case .albumReordered(let body): body
        case .albumCoverSet(let body): body
        case .albumDeleted(let body): body
        case .notificationsRead(let body): body
        }
    }
}
