import EventLog
import GlimpDomain

/// Where in an archive what an event says is told, beside `events.ndjson`.
///
/// An event of a type that is not here is in no archive: whoever adds a type says where it is told, and to whom.
enum ExportPlaces {
    static func of(_ type: EventType) -> [ExportFile]? { files[type] }

    /// Empty: in `events.ndjson` alone, or, of `FeedsDefined`, nowhere: it is about no person.
    static let files: [EventType: [ExportFile]] = [
        AccountRegistered.type: [.profile],
        EmailChanged.type: [.profile],
        DisplayNameChanged.type: [.profile],
        ProfilePictureChanged.type: [.profile],
        NotificationPreferencesSet.type: [.preferences],
        NotificationsRead.type: [.notifications],
        AccountErased.type: [],

        FriendInvited.type: [.incomingInvitations, .outgoingInvitations, .notifications],
        FriendAccepted.type: [.friends, .notifications],
        FriendDeclined.type: [.notifications],
        InvitationCancelled.type: [.notifications],
        FriendRemoved.type: [],
        UserBlocked.type: [.blocked],
        UserUnblocked.type: [],

        GlimpRequested.type: [.incomingRequests, .outgoingRequests, .notifications],
        GlimpAnswered.type: [.received, .sent, .photos, .notifications],
        GlimpDeclined.type: [.notifications],
        GlimpRequestCancelled.type: [.notifications],
        GlimpExpired.type: [.notifications],
        GlimpHidden.type: [],

        FeedsDefined.type: [],
        SnapPosted.type: [.snapsPosted],
        SnapViewed.type: [.snapsOpened],
        SnapFetched.type: [],
        SnapDeleted.type: [],

        PhotoPublished.type: [.publicPhotos],
        PhotoEdited.type: [.publicPhotos],
        PhotoUnpublished.type: [],
        PhotoLiked.type: [.likes, .notifications],
        PhotoUnliked.type: [],
        CommentAdded.type: [.comments, .commentsReceived, .notifications],
        CommentDeleted.type: [],

        AlbumCreated.type: [.albums],
        AlbumRenamed.type: [.albums],
        PhotoAddedToAlbum.type: [.albums],
        PhotoRemovedFromAlbum.type: [.albums],
        AlbumReordered.type: [.albums],
        AlbumCoverSet.type: [.albums],
        AlbumDeleted.type: [],
    ]
}
