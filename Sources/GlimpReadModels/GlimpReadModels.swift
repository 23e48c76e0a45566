public import Projections

/// Every read model. What is not here is neither run, rebuilt nor checked.
public enum GlimpReadModels {
    public static let accounts = ProjectionGroup(AccountsProjection())

    /// A person's collections, read together at one position, and whose news are kept from them.
    public static let collections = ProjectionGroup(
        "collections",
        [
            FriendsProjection(), InvitationsProjection(), RequestsProjection(), GalleryProjection(), SharedProjection(),
            NotificationsProjection(), MeProjection(), BlocksProjection(),
        ]
    )

    /// What is public, read together at one position, and whom that is kept from.
    public static let photos = ProjectionGroup(
        "photos",
        [
            PhotosProjection(), SearchProjection(), NearbyProjection(), AlbumsProjection(), LikesProjection(),
            CommentsProjection(), BlocksProjection(),
        ]
    )

    /// The feeds with their snaps, who has seen which, and whom they are kept from.
    public static let feeds = ProjectionGroup("feeds", [FeedsProjection(), BlocksProjection()])

    /// What the expiry process works from.
    public static let expiry = ProjectionGroup(ExpiryProjection())

    /// How much happens, for operators. A group of its own: nothing that people wait for stops with it.
    public static let activity = ProjectionGroup(ActivityProjection())

    public static let all = [accounts, collections, photos, feeds, expiry, activity]
}
