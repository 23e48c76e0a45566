public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// Somebody wrote something about a photo.
public struct CommentAdded: EventBody {
    public static let type: EventType = "CommentAdded"
    public let comment: CommentID
    public let photo: PhotoID
    public let owner: UserID
    public let author: UserID
    public let text: String

    public init(comment: CommentID, photo: PhotoID, owner: UserID, author: UserID, text: String) {
        self.comment = comment
        self.photo = photo
        self.owner = owner
        self.author = author
        self.text = text
    }

    public init(_ wire: Glimp_V1_CommentAdded) throws(MalformedField) {
        comment = try CommentID(stored: wire.comment, "comment")
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        author = try UserID(stored: wire.author, "author")
        text = wire.text
    }

    public var wire: Glimp_V1_CommentAdded {
        .with {
            $0.comment = comment.description
            $0.photo = photo.description
            $0.owner = owner.description
            $0.author = author.description
            $0.text = text
        }
    }

    public var tags: [Tag] { [comment.tag, photo.tag, author.tag] }
}

/// A comment is gone: its author or the photo's owner took it away.
public struct CommentDeleted: EventBody {
    public static let type: EventType = "CommentDeleted"
    public let comment: CommentID
    public let photo: PhotoID
    public let owner: UserID
    public let author: UserID
    public let deletedBy: UserID

    public init(comment: CommentID, photo: PhotoID, owner: UserID, author: UserID, deletedBy: UserID) {
        self.comment = comment
        self.photo = photo
        self.owner = owner
        self.author = author
        self.deletedBy = deletedBy
    }

    public init(_ wire: Glimp_V1_CommentDeleted) throws(MalformedField) {
        comment = try CommentID(stored: wire.comment, "comment")
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        author = try UserID(stored: wire.author, "author")
        deletedBy = try UserID(stored: wire.deletedBy, "deleted_by")
    }

    public var wire: Glimp_V1_CommentDeleted {
        .with {
            $0.comment = comment.description
            $0.photo = photo.description
            $0.owner = owner.description
            $0.author = author.description
            $0.deletedBy = deletedBy.description
        }
    }

    public var tags: [Tag] { [comment.tag, photo.tag, author.tag] }
}
