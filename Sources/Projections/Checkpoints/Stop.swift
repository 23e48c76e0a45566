public import EventLog
public import FoundationEssentials

/// Why a group stands still. Kept beside the checkpoint, so that every process sees it; gone when the group goes on.
public struct Stop: Hashable, Sendable {
    /// The event that can't be applied. Everything before it is.
    public var position: Position
    /// nil: the log can't give the event.
    public var eventID: UUID?
    public var type: EventType?
    public var reason: String
    public var since: Timestamp

    /// Whether the same event stopped the group, since whenever and for whatever reason.
    func isSameEvent(as other: Stop) -> Bool { position == other.position && eventID == other.eventID }
}

extension Stop: CustomStringConvertible {
    public var description: String {
        let event = [type.map { $0.rawValue }, eventID?.text].compactMap(\.self)
        return (["position \(position)"] + event).joined(separator: " ") + ": " + reason
    }
}

extension Stop {
    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.number(position.rawValue)
        writer.number(eventID == nil ? 0 : 1)
        if let eventID { writer.uuid(eventID) }
        writer.field(Array((type?.rawValue ?? "").utf8))
        writer.field(Array(reason.utf8))
        writer.number(UInt64(bitPattern: since.microseconds))
        return writer.bytes
    }

    init(stored: [UInt8]) throws {
        var reader = ByteReader(stored, "the record of a stop")
        position = Position(try reader.number())
        eventID = try reader.number() == 0 ? nil : try reader.uuid()
        let type = try reader.string()
        self.type = type.isEmpty ? nil : EventType(type)
        reason = try reader.string()
        since = Timestamp(microseconds: Int64(bitPattern: try reader.number()))
    }
}
