public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// Everybody can see a photo from now on, except whom its owner has blocked.
public struct PhotoPublished: PersonalEventBody {
    public static let type: EventType = "PhotoPublished"
    public let photo: PhotoID
    public let owner: UserID
    /// What was uploaded.
    public let content: Photo
    public let details: Personal<PhotoDescription>

    public init(photo: PhotoID, owner: UserID, content: Photo, description: PhotoDescription) {
        self.photo = photo
        self.owner = owner
        self.content = content
        details = .clear(description)
    }

    public init(_ wire: Glimp_V1_PhotoPublished) throws(MalformedField) {
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        content = try Photo(stored: wire.content, "content")
        details = try Personal(stored: wire.details)
    }

    public var person: UserID { owner }

    public var outline: Glimp_V1_PhotoPublished {
        .with {
            $0.photo = photo.description
            $0.owner = owner.description
            $0.content = content.wire
        }
    }

    public var tags: [Tag] { [photo.tag, owner.tag, content.media.tag] }
}

/// Its owner tells something else of a photo; replaces all that was told before.
public struct PhotoEdited: PersonalEventBody {
    public static let type: EventType = "PhotoEdited"
    public let photo: PhotoID
    public let owner: UserID
    public let details: Personal<PhotoDescription>

    public init(photo: PhotoID, owner: UserID, description: PhotoDescription) {
        self.photo = photo
        self.owner = owner
        details = .clear(description)
    }

    public init(_ wire: Glimp_V1_PhotoEdited) throws(MalformedField) {
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        details = try Personal(stored: wire.details)
    }

    public var person: UserID { owner }

    public var outline: Glimp_V1_PhotoEdited {
        .with {
            $0.photo = photo.description
            $0.owner = owner.description
        }
    }

    public var tags: [Tag] { [photo.tag, owner.tag] }
}

/// A photo is there for nobody any more; its likes and comments, and its places in albums, are gone with it, for good.
public struct PhotoUnpublished: PlainEventBody {
    public static let type: EventType = "PhotoUnpublished"
    public let photo: PhotoID
    public let owner: UserID
    /// The upload, which may be published under another id.
    public let media: MediaID

    public init(photo: PhotoID, owner: UserID, media: MediaID) {
        self.photo = photo
        self.owner = owner
        self.media = media
    }

    public init(_ wire: Glimp_V1_PhotoUnpublished) throws(MalformedField) {
        photo = try PhotoID(stored: wire.photo, "photo")
        owner = try UserID(stored: wire.owner, "owner")
        media = try MediaID(stored: wire.media, "media")
    }

    public var wire: Glimp_V1_PhotoUnpublished {
        .with {
            $0.photo = photo.description
            $0.owner = owner.description
            $0.media = media.description
        }
    }

    public var tags: [Tag] { [photo.tag, owner.tag, media.tag] }
}
