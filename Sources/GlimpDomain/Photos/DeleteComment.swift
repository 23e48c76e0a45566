public import EventLog
public import GlimpSchemas

/// Takes a comment away: one's own, or one on a photo of one's own.
///
/// To anybody else it is not there: whether they may read it depends on a photo and people that only the comment tells.
/// Whoever blocks or is blocked keeps this right, and a photo that is gone takes it from nobody: the answer would tell
/// the two apart.
public struct DeleteComment: CallerCommand {
    public let me: UserID
    public let comment: CommentID

    public init(_ wire: Glimp_V1_DeleteComment, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        comment = try .field(wire.comment, "comment")
    }

    public var boundary: Query { Query(types: [CommentAdded.type, CommentDeleted.type], tags: [comment.tag]) }

    public struct State: Sendable {
        /// nil: there is none, or no more.
        fileprivate var comment: CommentAdded?
    }

    public var initialState: State { State() }

    public static func evolve(_ state: inout State, _ event: DomainEvent) {
        switch event {
        case .commentAdded(let event): state.comment = event
        case .commentDeleted: state.comment = nil
        default: break
        }
    }

    public func decide(_ state: State, at now: Timestamp) -> Ruling {
        guard let added = state.comment, me == added.author || me == added.owner else {
            return .refused(.commentNotFound)
        }
        return .accepted([
            .commentDeleted(
                CommentDeleted(
                    comment: comment, photo: added.photo, owner: added.owner, author: added.author, deletedBy: me))
        ])
    }
}
