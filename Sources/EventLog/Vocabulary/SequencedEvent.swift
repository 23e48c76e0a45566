public import FoundationEssentials

/// An event of the log at its position. Holds the stored record; its parts are read from it when asked for.
public struct SequencedEvent: Sendable {
    public let position: Position
    /// The record as stored: header, tags, payload. See `Schemas/RECORD.md`.
    @usableFromInline
    let record: Record

    @usableFromInline
    init(position: Position, record: Record) {
        self.position = position
        self.record = record
    }

    /// When it was accepted; never earlier than that of the event before.
    public var time: Timestamp { record.time }
    public var id: UUID { record.eventID }
    public var type: EventType { record.type }
    public var schemaVersion: UInt16 { record.schemaVersion }
    /// Who caused it.
    public var actor: String { record.actor }
    public var commandID: UUID? { record.commandID }
    /// This event is number `index` (from 0) of the `count` of its append.
    public var index: Int { record.index }
    public var count: Int { record.count }
    public var tags: [Tag] { record.tags }
    /// This event's leaf of the log's hash tree, 32 bytes.
    public var leafHash: [UInt8] { record.leafHash }
    public var payload: ArraySlice<UInt8> { record.payload }
    /// The event as it was before it was appended.
    public var event: Event {
        Event(id: id, type: type, schemaVersion: schemaVersion, tags: tags, payload: Array(payload))
    }
}

extension SequencedEvent {
    /// The stored record where it lies, for whoever passes its bytes on.
    package func withRecord<R>(_ body: (borrowing RecordView) throws -> R) rethrows -> R { try body(record.view) }
}
