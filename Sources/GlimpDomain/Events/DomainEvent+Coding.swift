public import EventLog
public import FoundationEssentials
import SwiftProtobuf

extension DomainEvent {
    /// What an event of the log says.
    public init(_ event: SequencedEvent) throws(EventDecodingError) {
        try self.init(id: event.id, type: event.type, schemaVersion: event.schemaVersion, payload: event.payload)
    }

    /// - Throws: `unknownType` for an event of another, perhaps newer, domain: the caller knows whether that matters.
    public init(
        id: UUID, type: EventType, schemaVersion: UInt16, payload: ArraySlice<UInt8>
    ) throws(EventDecodingError) {
        guard let kind = EventKind.of(type) else { throw .unknownType(type) }
        guard schemaVersion <= kind.schemaVersion else { throw .newerSchema(type, schemaVersion) }
        do {
            self = try kind.decode(id, payload)
        } catch let field as MalformedField {
            throw .malformed(type, reason: "the field \(field.name) does not hold what it is for")
        } catch {
            throw .malformed(type, reason: "\(error)")
        }
    }

    public var type: EventType { Swift.type(of: body).type }

    /// The event for the log.
    /// - Parameter seal: for the details of whom they are of.
    public func event(id: UUID, sealing seal: DetailsSeal) throws -> Event {
        let body = body
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return Event(
            id: id,
            type: Swift.type(of: body).type,
            schemaVersion: Swift.type(of: body).schemaVersion,
            tags: body.tags,
            payload: try body.wire(as: id, sealing: seal).serializedBytes(options: options)
        )
    }
}

/// Why an event of the log can't be read.
public enum EventDecodingError: Error, Hashable, Sendable {
    case unknownType(EventType)
    /// The payload has a form newer than this version understands.
    case newerSchema(EventType, UInt16)
    case malformed(EventType, reason: String)
}

extension EventDecodingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownType(let type): "events of type \(type) are not known to this version"
        case .newerSchema(let type, let version): "\(type) has form \(version), newer than this version understands"
        case .malformed(let type, let reason): "a payload of \(type) can't be read: \(reason)"
        }
    }
}
