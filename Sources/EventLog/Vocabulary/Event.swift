public import FoundationEssentials

/// An event that is not in the log yet.
///
/// Limits (``EventLogLimits``): 64 different tags, 255 bytes a tag and the type, a payload of 1 MiB.
public struct Event: Hashable, Sendable {
    /// Made by the caller, so that a retry carries the same one.
    public var id: UUID
    public var type: EventType
    /// Of the payload; 1 for the first form of an event type.
    public var schemaVersion: UInt16
    public var tags: [Tag]
    public var payload: [UInt8]

    public init(id: UUID, type: EventType, schemaVersion: UInt16 = 1, tags: [Tag], payload: [UInt8]) {
        self.id = id
        self.type = type
        self.schemaVersion = schemaVersion
        self.tags = tags
        self.payload = payload
    }
}
