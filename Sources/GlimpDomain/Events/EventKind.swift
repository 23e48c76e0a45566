public import EventLog
import FoundationEssentials
import SwiftProtobuf

/// The register of the kinds of events: from the type in an envelope to the meaning of its payload.
public struct EventKind: Sendable {
    public let type: EventType
    /// The newest form of the payload that is understood.
    public let schemaVersion: UInt16
    let decode: @Sendable (UUID, ArraySlice<UInt8>) throws -> DomainEvent
    private let makeJSON: @Sendable (ArraySlice<UInt8>, DetailsOpener) throws -> String

    private init<Body: EventBody>(_ wrap: @escaping @Sendable (Body) -> DomainEvent) {
        type = Body.type
        schemaVersion = Body.schemaVersion
        decode = { id, payload in
            let body = try Body(Body.Wire(serializedBytes: Array(payload)))
            guard body.isStored(as: id) else { throw MalformedField(name: "details") }
            return wrap(body)
        }
        makeJSON = { payload, opener in
            var options = JSONEncodingOptions()
            options.useDeterministicOrdering = true
            let (wire, body): (Body.Wire, Body)
            do {
                wire = try Body.Wire(serializedBytes: Array(payload))
                body = try Body(wire)
            } catch {
                throw EventDecodingError.malformed(Body.type, reason: "\(error)")
            }
            guard let details = try body.detailsJSON(opener), var outline = wire as? any DetailsMessage else {
                return try wire.jsonString(options: options)
            }
            // In the place of the sealed bytes; every event with details names somebody before them.
            outline.details = Data()
            return try outline.jsonString(options: options).dropLast() + ",\"details\":\(details)}"
        }
    }

    /// The payload as one line of JSON, in the mapping of Protocol Buffers, with its details opened.
    /// - Throws: ``EventDecodingError`` when it is no message of this kind; what `opener` throws.
    public func json(_ payload: ArraySlice<UInt8>, _ opener: DetailsOpener) throws -> String {
        try makeJSON(payload, opener)
    }

    /// Every kind, in the order of ``DomainEvent``.
    public static let all: [EventKind] = [
        EventKind(DomainEvent.accountRegistered),
        EventKind(DomainEvent.emailChanged),
        EventKind(DomainEvent.displayNameChanged),
        EventKind(DomainEvent.profilePictureChanged),
        EventKind(DomainEvent.notificationPreferencesSet),
        EventKind(DomainEvent.accountErased),
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
