public import EventLog
public import GlimpSchemas
import SwiftProtobuf

/// The answerer said no to an open request.
public struct GlimpDeclined: GlimpRequestEvent {
    public static let type: EventType = "GlimpDeclined"
    public let request: GlimpRequestID
    public let asker: UserID
    public let answerer: UserID

    public init(request: GlimpRequestID, asker: UserID, answerer: UserID) {
        self.request = request
        self.asker = asker
        self.answerer = answerer
    }

    public init(_ wire: Glimp_V1_GlimpDeclined) throws(MalformedField) {
        request = try GlimpRequestID(stored: wire.request, "request")
        asker = try UserID(stored: wire.asker, "asker")
        answerer = try UserID(stored: wire.answerer, "answerer")
    }

    public var wire: Glimp_V1_GlimpDeclined {
        .with {
            $0.request = request.description
            $0.asker = asker.description
            $0.answerer = answerer.description
        }
    }
}

/// The asker took an open request back, or a friendship ended and took it along.
public struct GlimpRequestCancelled: GlimpRequestEvent {
    public static let type: EventType = "GlimpRequestCancelled"
    public let request: GlimpRequestID
    public let asker: UserID
    public let answerer: UserID

    public init(request: GlimpRequestID, asker: UserID, answerer: UserID) {
        self.request = request
        self.asker = asker
        self.answerer = answerer
    }

    public init(_ wire: Glimp_V1_GlimpRequestCancelled) throws(MalformedField) {
        request = try GlimpRequestID(stored: wire.request, "request")
        asker = try UserID(stored: wire.asker, "asker")
        answerer = try UserID(stored: wire.answerer, "answerer")
    }

    public var wire: Glimp_V1_GlimpRequestCancelled {
        .with {
            $0.request = request.description
            $0.asker = asker.description
            $0.answerer = answerer.description
        }
    }
}

/// The time to answer was over before anybody closed the request.
public struct GlimpExpired: GlimpRequestEvent {
    public static let type: EventType = "GlimpExpired"
    public let request: GlimpRequestID
    public let asker: UserID
    public let answerer: UserID
    /// The moment that counts, however late the event was written.
    public let expiresAt: Timestamp

    public init(request: GlimpRequestID, asker: UserID, answerer: UserID, expiresAt: Timestamp) {
        self.request = request
        self.asker = asker
        self.answerer = answerer
        self.expiresAt = expiresAt
    }

    public init(_ wire: Glimp_V1_GlimpExpired) throws(MalformedField) {
        request = try GlimpRequestID(stored: wire.request, "request")
        asker = try UserID(stored: wire.asker, "asker")
        answerer = try UserID(stored: wire.answerer, "answerer")
        expiresAt = try Timestamp(stored: wire.expiresAt, "expires_at")
    }

    public var wire: Glimp_V1_GlimpExpired {
        .with {
            $0.request = request.description
            $0.asker = asker.description
            $0.answerer = answerer.description
            $0.expiresAt = expiresAt.wire
        }
    }
}
