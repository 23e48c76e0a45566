import CBaseline
import NIOCore

/// The messages of an event log's gRPC service, written by hand: encoding is not what is measured.
///
/// UmaDB's field numbers are those of its `umadb.v1.DCB` service, version 0.7.8 (MIT or Apache-2.0, umadb.io).
struct EventLogMessages: Sendable {
    let appendPath: String
    let readPath: String
    let typeField: UInt8
    let tagField: UInt8
    let payloadField: UInt8
    /// A request for the whole log.
    let readAll: [UInt8]

    static let glimp = EventLogMessages(
        appendPath: "/eventlog.v1.EventLog/Append", readPath: "/eventlog.v1.EventLog/Read",
        // A query (field 1) that says `all` (its field 1).
        typeField: 2, tagField: 4, payloadField: 5, readAll: [0x0a, 2, 8, 1])
    static let umadb = EventLogMessages(
        appendPath: "/umadb.v1.DCB/Append", readPath: "/umadb.v1.DCB/Read",
        typeField: 1, tagField: 2, payloadField: 3, readAll: [])

    private static let workload = cb_workload_default()

    /// Writes an append of the events from `first` on.
    func writeAppend(_ first: UInt64, count: Int, to bytes: inout ByteBuffer) {
        for number in first..<first + UInt64(count) {
            bytes.writeInteger(0x0a as UInt8)
            bytes.writeVarint(2 + 16 + 3 * (2 + 22) + 3 + 200)
            bytes.writeField(typeField, UnsafeRawBufferPointer(start: cb_event_type(number), count: 16))
            for place in 0..<Int32(3) {
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: 22) { tag in
                    cb_event_tag(Self.workload, number, place, tag.baseAddress)
                    bytes.writeField(tagField, UnsafeRawBufferPointer(tag))
                }
            }
            bytes.writeField(payloadField, UnsafeRawBufferPointer(start: cb_event_payload(number), count: 200))
        }
    }

    /// How many events an answer to a read has: both services' are `repeated … events = 1`.
    static func events(in message: ByteBuffer) -> Int {
        message.withUnsafeReadableBytes { bytes in
            var place = 0
            var count = 0
            while place < bytes.count {
                let key = varint(bytes, &place)
                let value = varint(bytes, &place)
                if key & 7 == 2 { place += Int(value) }
                if key == 0x0a { count += 1 }
            }
            return count
        }
    }

    /// Whether an answer of Glimp's `AppendStream` has its field 1, `appended`, and not `failure`.
    static func isAppended(_ message: ByteBuffer) -> Bool {
        message.getInteger(at: message.readerIndex, as: UInt8.self) == 0x0a
    }

    private static func varint(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 127) << shift
            if byte < 128 { break }
            shift += 7
        }
        return value
    }
}

extension ByteBuffer {
    fileprivate mutating func writeVarint(_ value: Int) {
        var value = value
        while value > 127 {
            writeInteger(UInt8(value & 127) | 128)
            value >>= 7
        }
        writeInteger(UInt8(value))
    }

    fileprivate mutating func writeField(_ number: UInt8, _ value: UnsafeRawBufferPointer) {
        writeInteger(number << 3 | 2)
        writeVarint(value.count)
        writeBytes(value)
    }
}
