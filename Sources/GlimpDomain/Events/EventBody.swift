public import EventLog
public import SwiftProtobuf

/// What happened, with typed ids. Its `Wire` form, from `Schemas/`, is the event's payload.
public protocol EventBody: Hashable, Sendable {
    associatedtype Wire: Message
    static var type: EventType { get }
    /// Of `Wire`; grows when the meaning of a stored payload changes.
    static var schemaVersion: UInt16 { get }

    /// - Throws: ``MalformedField`` when a field does not hold what it is for.
    init(_ wire: Wire) throws(MalformedField)
    var wire: Wire { get }

    /// By what the event is found: everything in it that a decision or a read model asks for.
    var tags: [Tag] { get }
}

extension EventBody {
    public static var schemaVersion: UInt16 { 1 }
}

/// A field of a stored message that does not hold what it is for.
public struct MalformedField: Error, Hashable, Sendable {
    public let name: String
}
