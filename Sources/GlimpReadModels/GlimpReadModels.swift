public import Projections

/// Every read model. What is not here is neither run, rebuilt nor checked.
public enum GlimpReadModels {
    public static let accounts = ProjectionGroup(AccountsProjection())

    /// A person's collections, read together at one position.
    public static let collections = ProjectionGroup(
        "collections",
        [
            FriendsProjection(), InvitationsProjection(), RequestsProjection(), GalleryProjection(), SharedProjection(),
            NotificationsProjection(), MeProjection(),
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

    /// What the expiry process works from.
    public static let expiry = ProjectionGroup(ExpiryProjection())

    public static let all = [accounts, collections, photos, expiry]
}
