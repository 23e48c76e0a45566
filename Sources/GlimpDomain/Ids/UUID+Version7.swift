public import EventLog
public import FoundationEssentials

extension UUID {
    /// A UUID of version 7 (RFC 9562, section 5.7): ids made one after the other sort by their millisecond.
    /// - Parameters:
    ///   - time: what the first 48 bits tell, in milliseconds; a time before 1970 counts as 1970.
    ///   - random: 74 of its bits stand in the result.
    public static func version7(at time: Timestamp, random: inout some RandomNumberGenerator) -> UUID {
        let milliseconds = UInt64(max(0, time.microseconds)) / 1_000
        let high = milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
        let low = 1 << 63 | random.next() >> 2
        return UUID(high: high, low: low)
    }

    /// The UUID with these bits, the most significant first.
    init(high: UInt64, low: UInt64) {
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        self.init(uuid: value)
    }

    /// The least significant 64 bits.
    var low: UInt64 {
        withUnsafeBytes(of: uuid) { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) }
    }

    /// The most significant 64 bits.
    var high: UInt64 {
        withUnsafeBytes(of: uuid) { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
