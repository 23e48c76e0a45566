import EventLog

/// The bytes of a message of Protocol Buffers, written one field after the other. Whole logs are read over gRPC: making a
/// message of each event first, to encode that, would take most of the time.
///
/// As the format demands of a field without presence, what is zero or empty is left out.
struct WireBytes: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func integer(_ field: UInt8, _ value: UInt64) {
        guard value != 0 else { return }
        bytes.append(field << 3)
        varint(value)
    }

    mutating func text(_ field: UInt8, _ value: RawSpan) {
        guard value.byteCount > 0 else { return }
        begin(field, value.byteCount)
        value.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ field: UInt8, _ value: String) {
        guard !value.isEmpty else { return }
        begin(field, value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    /// What stands before a text or message of `count` bytes.
    mutating func begin(_ field: UInt8, _ count: Int) {
        bytes.append(field << 3 | 2)
        varint(UInt64(count))
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Bytes of a field with an integer.
    static func size(_ value: UInt64) -> Int { value == 0 ? 0 : 1 + varintSize(value) }

    /// Bytes of a field with `count` bytes.
    static func size(ofBytes count: Int) -> Int { count == 0 ? 0 : 1 + varintSize(UInt64(count)) + count }

    private static func varintSize(_ value: UInt64) -> Int { max(1, (70 - value.leadingZeroBitCount) / 7) }
}
