public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// The asker asked one friend for a glimpse; several asked at once have an event each.
public struct GlimpRequested: GlimpRequestEvent {
    public static let type: EventType = "GlimpRequested"
    public let request: GlimpRequestID
    public let asker: UserID
    public let answerer: UserID
    /// The request can be answered before this moment.
    public let expiresAt: Timestamp

    public init(request: GlimpRequestID, asker: UserID, answerer: UserID, expiresAt: Timestamp) {
        self.request = request
        self.asker = asker
        self.answerer = answerer
        self.expiresAt = expiresAt
    }

    public init(_ wire: Glimp_V1_GlimpRequested) throws(MalformedField) {
        request = try GlimpRequestID(stored: wire.request, "request")
        asker = try UserID(stored: wire.asker, "asker")
        answerer = try UserID(stored: wire.answerer, "answerer")
        expiresAt = try Timestamp(stored: wire.expiresAt, "expires_at")
    }

    public var wire: Glimp_V1_GlimpRequested {
        .with {
            $0.request = request.description
            $0.asker = asker.description
            $0.answerer = answerer.description
            $0.expiresAt = expiresAt.wire
        }
    }
}

/// The answerer sent a photo in time: it belongs to the asker alone.
public struct GlimpAnswered: GlimpRequestEvent {
    public static let type: EventType = "GlimpAnswered"
    public let request: GlimpRequestID
    public let asker: UserID
    public let answerer: UserID
    public let photo: Photo
    public let contentHash: KeyedHash<SentContent>

    public init(
        request: GlimpRequestID,
        asker: UserID,
        answerer: UserID,
        photo: Photo,
        contentHash: KeyedHash<SentContent>
    ) {
        self.request = request
        self.asker = asker
        self.answerer = answerer
        self.photo = photo
        self.contentHash = contentHash
    }

    public init(_ wire: Glimp_V1_GlimpAnswered) throws(MalformedField) {
        request = try GlimpRequestID(stored: wire.request, "request")
        asker = try UserID(stored: wire.asker, "asker")
        answerer = try UserID(stored: wire.answerer, "answerer")
        photo = try Photo(stored: wire.photo, "photo")
        contentHash = try KeyedHash(stored: wire.contentHash, "content_hash")
    }

    public var wire: Glimp_V1_GlimpAnswered {
        .with {
            $0.request = request.description
            $0.asker = asker.description
            $0.answerer = answerer.description
            $0.photo = photo.wire
            $0.contentHash = contentHash.description
        }
    }

    public var tags: [Tag] { [request.tag] + Pair(asker, answerer).tags + [contentHash.tag] }
}

/// A participant put an answered glimp out of sight in their own collection.
public struct GlimpHidden: GlimpRequestEvent {
    public static let type: EventType = "GlimpHidden"
    public let request: GlimpRequestID
    public let asker: UserID
    public let answerer: UserID
    /// The participant from whose collection it is gone.
    public let hiddenBy: UserID

    public init(request: GlimpRequestID, asker: UserID, answerer: UserID, hiddenBy: UserID) {
        self.request = request
        self.asker = asker
        self.answerer = answerer
        self.hiddenBy = hiddenBy
    }

    public init(_ wire: Glimp_V1_GlimpHidden) throws(MalformedField) {
        request = try GlimpRequestID(stored: wire.request, "request")
        asker = try UserID(stored: wire.asker, "asker")
        answerer = try UserID(stored: wire.answerer, "answerer")
        hiddenBy = try UserID(stored: wire.hiddenBy, "hidden_by")
    }

    public var wire: Glimp_V1_GlimpHidden {
        .with {
            $0.request = request.description
            $0.asker = asker.description
            $0.answerer = answerer.description
            $0.hiddenBy = hiddenBy.description
        }
    }

    /// Nothing changed between the two, nor for the other one.
    public var tags: [Tag] { [request.tag, hiddenBy.tag] }
}
