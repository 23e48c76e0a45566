public import EventLog
import SwiftProtobuf

/// The register of the kinds of events: from the type in an envelope to the meaning of its payload.
public struct EventKind: Sendable {
    public let type: EventType
    /// The newest form of the payload that is understood.
    public let schemaVersion: UInt16
    let decode: @Sendable (ArraySlice<UInt8>) throws -> DomainEvent
    private let makeJSON: @Sendable (ArraySlice<UInt8>) throws -> String

    private init<Body: EventBody>(_ wrap: @escaping @Sendable (Body) -> DomainEvent) {
        type = Body.type
        schemaVersion = Body.schemaVersion
        decode = { payload in wrap(try Body(Body.Wire(serializedBytes: Array(payload)))) }
        makeJSON = { payload in
            var options = JSONEncodingOptions()
            options.useDeterministicOrdering = true
            return try Body.Wire(serializedBytes: Array(payload)).jsonString(options: options)
        }
    }

    /// The payload as one line of JSON, in the mapping of Protocol Buffers.
    /// - Throws: ``EventDecodingError`` when it is no message of this kind.
    public func json(_ payload: ArraySlice<UInt8>) throws(EventDecodingError) -> String {
        do {
            return try makeJSON(payload)
        } catch {
            throw .malformed(type, reason: "\(error)")
        }
    }

    /// Every kind, in the order of ``DomainEvent``.
    public static let all: [EventKind] = [
        EventKind(DomainEvent.accountRegistered),
        EventKind(DomainEvent.emailChanged),
        EventKind(DomainEvent.displayNameChanged),
        EventKind(DomainEvent.profilePictureChanged),
        EventKind(DomainEvent.notificationPreferencesSet),
        EventKind(DomainEvent.friendInvited),
        EventKind(DomainEvent.friendAccepted),
        EventKind(DomainEvent.friendDeclined),
        EventKind(DomainEvent.invitationCancelled),
        EventKind(DomainEvent.friendRemoved),
        EventKind(DomainEvent.userBlocked),
        EventKind(DomainEvent.userUnblocked),
        EventKind(DomainEvent.glimpRequested),
        EventKind(DomainEvent.glimpAnswered),
        EventKind(DomainEvent.glimpDeclined),
        EventKind(DomainEvent.glimpRequestCancelled),
        EventKind(DomainEvent.glimpExpired),
        EventKind(DomainEvent.glimpHidden),
        EventKind(DomainEvent.feedsDefined),
        EventKind(DomainEvent.snapPosted),
        EventKind(DomainEvent.snapViewed),
        EventKind(DomainEvent.snapFetched),
        EventKind(DomainEvent.snapDeleted),
        EventKind(DomainEvent.photoPublished),
        EventKind(DomainEvent.photoEdited),
        EventKind(DomainEvent.photoUnpublished),
        EventKind(DomainEvent.photoLiked),
        EventKind(DomainEvent.photoUnliked),
        EventKind(DomainEvent.commentAdded),
        EventKind(DomainEvent.commentDeleted),
        EventKind(DomainEvent.albumCreated),
        EventKind(DomainEvent.albumRenamed),
        EventKind(DomainEvent.photoAddedToAlbum),
        EventKind(DomainEvent.photoRemovedFromAlbum),
        EventKind(DomainEvent.albumReordered),
        EventKind(DomainEvent.albumCoverSet),
        EventKind(DomainEvent.albumDeleted),
        EventKind(DomainEvent.notificationsRead),
    ]

    private static let byType = Dictionary(uniqueKeysWithValues: all.map { ($0.type, $0) })

    /// - Returns: nil for a type this version does not know.
    public static func of(_ type: EventType) -> EventKind? { byType[type] }
}
