public import EventLog
public import FoundationEssentials

/// Takes the parts of a ``RowKey`` off again, in the order they were added. Each is nil when the bytes are none.
public struct KeyReader {
    private var rest: ArraySlice<UInt8>

    public init(_ key: RowKey) { rest = key.bytes[...] }

    public var isAtEnd: Bool { rest.isEmpty }

    public mutating func uuid() -> UUID? {
        guard let bytes = take(16) else { return nil }
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        return UUID(uuid: value)
    }

    public mutating func ascending() -> UInt64? {
        take(8)?.reduce(0) { $0 << 8 | UInt64($1) }
    }

    public mutating func descending() -> UInt64? { ascending().map { ~$0 } }

    public mutating func newestFirst() -> Position? { descending().map(Position.init(rawValue:)) }

    public mutating func time() -> Timestamp? {
        ascending().map { Timestamp(microseconds: Int64(bitPattern: $0 ^ 1 << 63)) }
    }

    public mutating func string() -> String? {
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == 0 else {
                text.append(byte)
                continue
            }
            switch rest.popFirst() {
            case 0xFF: text.append(0)
            case 1: return String(validating: text, as: UTF8.self)
            default: return nil
            }
        }
        return nil
    }

    /// What has not been taken.
    mutating func remainder() -> ArraySlice<UInt8> {
        defer { rest = [] }
        return rest
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
