public import EventLog

/// A command about what the one who acts thinks of a photo.
public protocol LikeCommand: CallerCommand where State == LikeHistory {
    var me: UserID { get }
    var photo: PhotoID { get }
}

extension LikeCommand {
    private var like: Like { Like(photo: photo, liker: me) }

    public var boundary: Query {
        Query([
            .account(me), .publication(of: photo), .blocks(of: me),
            QueryItem(types: [PhotoLiked.type, PhotoUnliked.type], tags: [like.tag]),
        ])
    }

    public var initialState: LikeHistory { LikeHistory(like) }

    public static func evolve(_ state: inout LikeHistory, _ event: DomainEvent) { state.evolve(event) }
}
