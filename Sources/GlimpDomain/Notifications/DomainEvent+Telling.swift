public import EventLog

extension DomainEvent {
    /// Whom the event tells something that they may want pushed, and of what kind; nil: nobody. At most one person.
    ///
    /// The one list of what goes out: a kind that is added here and to ``typesThatTell`` reaches everybody who wants it.
    public var telling: (kind: NotificationKind, user: UserID)? {
        switch self {
        case .friendInvited(let event): (.friendInvited, event.invited)
        case .friendAccepted(let event): (.friendAccepted, event.inviter)
        case .glimpRequested(let event): (.glimpRequested, event.answerer)
        case .glimpAnswered(let event): (.glimpAnswered, event.asker)
        // One's own tell nobody.
        case .photoLiked(let event): event.liker == event.owner ? nil : (.photoLiked, event.owner)
        case .commentAdded(let event): event.author == event.owner ? nil : (.photoCommented, event.owner)
        default: nil
        }
    }

    /// The types of the events that have a ``telling``.
    public static let typesThatTell: [EventType] = [
        FriendInvited.type, FriendAccepted.type, GlimpRequested.type, GlimpAnswered.type, PhotoLiked.type,
        CommentAdded.type,
    ]
}
