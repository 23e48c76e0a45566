public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// One person and one photo: at most one like.
struct Like: Hashable, Sendable {
    let photo: PhotoID
    let liker: UserID

    /// One tag for both: a photo has many likes, and a person has given many.
    var tag: Tag { Tag("like:" + photo.description + ":" + liker.description) }
}

/// Somebody likes a photo.
public struct PhotoLiked: PlainEventBody {
    public static let type: EventType = "PhotoLiked"
    public let photo: PhotoID
    public let owner: UserID
    public let liker: UserID

    public init(photo: PhotoID, owner: UserID, liker: UserID) {
        self.photo = photo
        self.owner = owner
        self.liker = liker
    }

    public init(_ wire: Glimp_V1_PhotoLiked) throws(MalformedField) {
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        liker = try UserID(stored: wire.liker, "liker")
    }

    public var wire: Glimp_V1_PhotoLiked {
        .with {
            $0.photo = photo.description
            $0.owner = owner.description
            $0.liker = liker.description
        }
    }

    public var tags: [Tag] { [photo.tag, liker.tag, Like(photo: photo, liker: liker).tag] }
}

/// Somebody took their like back.
public struct PhotoUnliked: PlainEventBody {
    public static let type: EventType = "PhotoUnliked"
    public let photo: PhotoID
    public let owner: UserID
    public let liker: UserID

    public init(photo: PhotoID, owner: UserID, liker: UserID) {
        self.photo = photo
        self.owner = owner
        self.liker = liker
    }

    public init(_ wire: Glimp_V1_PhotoUnliked) throws(MalformedField) {
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        liker = try UserID(stored: wire.liker, "liker")
    }

    public var wire: Glimp_V1_PhotoUnliked {
        .with {
            $0.photo = photo.description
            $0.owner = owner.description
            $0.liker = liker.description
        }
    }

    public var tags: [Tag] { [photo.tag, liker.tag, Like(photo: photo, liker: liker).tag] }
}
