import EventLog
import GlimpDomain

extension WireBytes {
    /// Writes a stored event as the `eventlog.v1.SequencedEvent` of a field, straight from its record.
    mutating func event(_ field: UInt8, _ size: EventSize, _ record: borrowing RecordView) {
        begin(field, size.whole)
        integer(1, record.position.rawValue)
        begin(2, size.event)
        text(1, record.eventID.canonicalText)
        text(2, record.typeBytes)
        integer(3, UInt64(record.schemaVersion))
        record.forEachTag {
            text(4, $0)
            return true
        }
        text(5, record.payload)
        integer(3, UInt64(bitPattern: record.time.microseconds))
        text(4, record.actorBytes)
        if let id = record.commandID { text(5, id.canonicalText) }
        integer(6, UInt64(UInt32(clamping: record.index)))
        integer(7, UInt64(UInt32(clamping: record.count)))
    }

    /// What an event comes to before it is written: a message's length stands before it.
    struct EventSize {
        /// Of the `eventlog.v1.Event` in it.
        let event: Int
        let whole: Int

        init(_ record: borrowing RecordView) {
            var event =
                WireBytes.size(ofBytes: 36) + WireBytes.size(ofBytes: record.typeBytes.byteCount)
                + WireBytes.size(UInt64(record.schemaVersion))
                + WireBytes.size(ofBytes: record.payload.byteCount)
            record.forEachTag {
                event += WireBytes.size(ofBytes: $0.byteCount)
                return true
            }
            self.event = event
            whole =
                WireBytes.size(record.position.rawValue) + WireBytes.size(ofBytes: event)
                + WireBytes.size(UInt64(bitPattern: record.time.microseconds))
                + WireBytes.size(ofBytes: record.actorBytes.byteCount)
                + (record.commandID == nil ? 0 : WireBytes.size(ofBytes: 36))
                + WireBytes.size(UInt64(UInt32(clamping: record.index)))
                + WireBytes.size(UInt64(UInt32(clamping: record.count)))
        }
    }
}
