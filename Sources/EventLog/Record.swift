import FoundationEssentials

/// placeholder while the codec is written
@usableFromInline
struct Record: Sendable {
    @usableFromInline var bytes: [UInt8]
    var time: Timestamp { Timestamp(microseconds: 0) }
    var eventID: UUID { UUID() }
    var type: EventType { "" }
    var schemaVersion: UInt16 { 0 }
    var actor: String { "" }
    var commandID: UUID? { nil }
    var leafHash: [UInt8] { [] }
    var index: Int { 0 }
    var count: Int { 0 }
    var tags: [Tag] { [] }
    var payload: ArraySlice<UInt8> { bytes[...] }
}
