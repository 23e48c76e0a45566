public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// Somebody wrote something about a photo.
public struct CommentAdded: PersonalEventBody {
    public static let type: EventType = "CommentAdded"
    public let comment: CommentID
    public let photo: PhotoID
    public let owner: UserID
    public let author: UserID
    public let details: Personal<CommentDetails>

    public init(comment: CommentID, photo: PhotoID, owner: UserID, author: UserID, text: String) {
        self.comment = comment
        self.photo = photo
        self.owner = owner
        self.author = author
        details = .clear(CommentDetails(text: text))
    }

    public init(_ wire: Glimp_V1_CommentAdded) throws(MalformedField) {
        comment = try CommentID(stored: wire.comment, "comment")
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        author = try UserID(stored: wire.author, "author")
        details = try Personal(stored: wire.details)
    }

    public var person: UserID { author }

    public var outline: Glimp_V1_CommentAdded {
        .with {
            $0.comment = comment.description
            $0.photo = photo.description
            $0.owner = owner.description
            $0.author = author.description
        }
    }

    public var tags: [Tag] { [comment.tag, photo.tag, author.tag] }
}

/// What somebody wrote.
public struct CommentDetails: PersonalDetails {
    public let text: String

    public init(text: String) { self.text = text }

    public init(_ wire: Glimp_V1_CommentDetails) { text = wire.text }

    public var wire: Glimp_V1_CommentDetails { .with { $0.text = text } }
}

extension Glimp_V1_CommentAdded: DetailsMessage {}

/// A comment is gone: its author or the photo's owner took it away.
public struct CommentDeleted: PlainEventBody {
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
