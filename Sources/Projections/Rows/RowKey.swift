public import EventLog
public import FoundationEssentials
import Glibc

/// The key of a row, put together so that keys sort as bytes like their parts sort as values, the first part first.
///
/// LMDB takes keys of 1 to 511 bytes.
public struct RowKey: Hashable, Comparable, Sendable {
    public private(set) var bytes: [UInt8]

    /// The empty key: no row has it, every key starts with it.
    public init() { bytes = [] }
    public init(bytes: [UInt8]) { self.bytes = bytes }

    public init(_ id: UUID) { self = RowKey().uuid(id) }
    public init(_ text: String) { self = RowKey().string(text) }

    /// Adds 16 bytes.
    public consuming func uuid(_ id: UUID) -> RowKey {
        adding { bytes in withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) } }
    }

    /// Adds 8 bytes, smaller numbers first.
    public consuming func ascending(_ number: UInt64) -> RowKey {
        adding { bytes in withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
    }

    /// Adds 8 bytes, greater numbers first.
    public consuming func descending(_ number: UInt64) -> RowKey { ascending(~number) }

    /// Adds 8 bytes, the position that comes last first.
    public consuming func newestFirst(_ position: Position) -> RowKey { descending(position.rawValue) }

    /// Adds 8 bytes, earlier first.
    public consuming func time(_ time: Timestamp) -> RowKey {
        // With the sign bit turned, negative numbers sort before positive ones.
        ascending(UInt64(bitPattern: time.microseconds) ^ 1 << 63)
    }

    /// Adds the UTF-8 and an end mark, so that "a" sorts before "ab" whatever follows.
    public consuming func string(_ text: String) -> RowKey {
        adding { bytes in
            for byte in text.utf8 {
                bytes.append(byte)
                if byte == 0 { bytes.append(0xFF) }
            }
            bytes.append(0)
            bytes.append(1)
        }
    }

    /// The first key after every key that starts with this one; nil when there is none.
    var afterPrefix: RowKey? {
        var end = bytes
        while let last = end.popLast() {
            if last < 0xFF { return RowKey(bytes: end + [last + 1]) }
        }
        return nil
    }

    public func hasPrefix(_ prefix: RowKey) -> Bool { bytes.starts(with: prefix.bytes) }

    public static func < (a: RowKey, b: RowKey) -> Bool {
        a.bytes.withUnsafeBytes { a in
            b.bytes.withUnsafeBytes { b in
                let count = min(a.count, b.count)
                guard count > 0, let start = a.baseAddress, let other = b.baseAddress else { return a.count < b.count }
                let order = memcmp(start, other, count)
                return order == 0 ? a.count < b.count : order < 0
            }
        }
    }

    /// In place where nobody else has the bytes: a key is put together part after part.
    private consuming func adding(_ add: (inout [UInt8]) -> Void) -> RowKey {
        var key = self
        key.bytes.reserveCapacity(max(key.bytes.count + 16, 80))
        add(&key.bytes)
        return key
    }
}

extension RowKey: CustomStringConvertible {
    /// Lower-case hexadecimal digits.
    public var description: String { Hexadecimal.text(bytes) }
}
