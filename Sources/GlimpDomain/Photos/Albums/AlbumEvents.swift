public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// There is an album, empty as yet.
public struct AlbumCreated: PersonalEventBody {
    public static let type: EventType = "AlbumCreated"
    public let album: AlbumID
    public let owner: UserID
    public let details: Personal<AlbumDetails>

    public init(album: AlbumID, owner: UserID, title: String) {
        self.album = album
        self.owner = owner
        details = .clear(AlbumDetails(title: title))
    }

    public init(_ wire: Glimp_V1_AlbumCreated) throws(MalformedField) {
        album = try AlbumID(stored: wire.album, "album")
        owner = try UserID(stored: wire.owner, "owner")
        details = try Personal(stored: wire.details)
    }

    public var person: UserID { owner }

    public var outline: Glimp_V1_AlbumCreated {
        .with {
            $0.album = album.description
            $0.owner = owner.description
        }
    }

    public var tags: [Tag] { [album.tag, owner.tag] }
}

/// An album has another title.
public struct AlbumRenamed: PersonalEventBody {
    public static let type: EventType = "AlbumRenamed"
    public let album: AlbumID
    public let owner: UserID
    public let details: Personal<AlbumDetails>

    public init(album: AlbumID, owner: UserID, title: String) {
        self.album = album
        self.owner = owner
        details = .clear(AlbumDetails(title: title))
    }

    public init(_ wire: Glimp_V1_AlbumRenamed) throws(MalformedField) {
        album = try AlbumID(stored: wire.album, "album")
        owner = try UserID(stored: wire.owner, "owner")
        details = try Personal(stored: wire.details)
    }

    public var person: UserID { owner }

    public var outline: Glimp_V1_AlbumRenamed {
        .with {
            $0.album = album.description
            $0.owner = owner.description
        }
    }

    public var tags: [Tag] { [album.tag, owner.tag] }
}

/// What an album is called.
public struct AlbumDetails: PersonalDetails {
    public let title: String

    public init(title: String) { self.title = title }

    public init(_ wire: Glimp_V1_AlbumDetails) { title = wire.title }

    public var wire: Glimp_V1_AlbumDetails { .with { $0.title = title } }
}

extension Glimp_V1_AlbumCreated: DetailsMessage {}
extension Glimp_V1_AlbumRenamed: DetailsMessage {}

/// An album is gone; its photos stay.
public struct AlbumDeleted: PlainEventBody {
    public static let type: EventType = "AlbumDeleted"
    public let album: AlbumID
    public let owner: UserID

    public init(album: AlbumID, owner: UserID) {
        self.album = album
        self.owner = owner
    }

    public init(_ wire: Glimp_V1_AlbumDeleted) throws(MalformedField) {
        album = try AlbumID(stored: wire.album, "album")
        owner = try UserID(stored: wire.owner, "owner")
    }

    public var wire: Glimp_V1_AlbumDeleted {
        .with {
            $0.album = album.description
            $0.owner = owner.description
        }
    }

    public var tags: [Tag] { [album.tag, owner.tag] }
}
