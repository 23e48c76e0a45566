public import EventLog
public import GlimpDomain

/// A row of a person's collections, as it is stored: people by their ids, moments instead of what depends on the clock.
public enum CollectionRow: Hashable, Sendable {
    case profile(Profile)
    case friend(Friend)
    case sharedGlimps(SharedGlimps)
    case invitation(Invitation)
    case request(Request)
    case glimp(Glimp)
    case notification(Notification)
    case readThrough(Position)
    case pushedNotifications(Set<NotificationKind>)

    public struct Friend: Hashable, Sendable {
        public var friend: UserID
        public var since: Timestamp
        /// Where the friend's name or picture has last changed since: to be asked for anew. nil: nowhere.
        public var profileChangedAt: Position?
    }

    public struct SharedGlimps: Hashable, Sendable {
        public var other: UserID
        public var count: Int
    }

    public struct Invitation: Hashable, Sendable {
        public var inviter: UserID
        public var invited: UserID
        public var invitedAt: Timestamp
    }

    /// A request that no event has closed, expired or not.
    public struct Request: Hashable, Sendable {
        public var request: GlimpRequestID
        public var asker: UserID
        public var answerer: UserID
        public var requestedAt: Timestamp
        public var expiresAt: Timestamp
    }

    public struct Glimp: Hashable, Sendable {
        public var request: GlimpRequestID
        public var asker: UserID
        public var answerer: UserID
        public var answeredAt: Timestamp
        public var photo: Photo
    }

    /// Unread when it lies after what was read, and is not over.
    public struct Notification: Hashable, Sendable {
        public var position: Position
        public var kind: NotificationKind
        public var who: UserID
        public var at: Timestamp
        public var request: GlimpRequestID?
        /// Liked or commented on; it may be gone since.
        public var photo: PhotoID?
        public var comment: CommentID?
        public var expiresAt: Timestamp?
        /// As an event says; over at `expiresAt` too.
        public var ending: UserNotification.Ending?
    }
}
