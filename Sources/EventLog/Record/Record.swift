import FoundationEssentials
import LMDB

/// A stored record that owns its bytes. They were checked when it was read.
@usableFromInline
struct Record: Sendable {
    let bytes: [UInt8]

    init(_ view: borrowing RecordView) { bytes = view.bytes.bytes }
    init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// What the record says, read from its bytes.
    var view: RecordView {
        @_lifetime(borrow self) get { RecordView(checked: bytes.span.bytes) }
    }

    var time: Timestamp { view.time }
    var eventID: UUID { view.eventID }
    var type: EventType { EventType(view.typeBytes.string) }
    var schemaVersion: UInt16 { view.schemaVersion }
    var actor: String { view.actorBytes.string }
    var commandID: UUID? { view.commandID }
    var index: Int { view.index }
    var count: Int { view.count }
    var leafHash: [UInt8] { view.leafHash.bytes }
    var payload: ArraySlice<UInt8> { bytes[view.payloadOffset...] }
    var tags: [Tag] {
        var tags: [Tag] = []
        view.forEachTag {
            tags.append(Tag($0.string))
            return true
        }
        return tags
    }
}
