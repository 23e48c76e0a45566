import EventLog
import FoundationEssentials

/// Writes numbers big-endian and everything else after its length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ value: UInt64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func field(_ content: some Collection<UInt8>) {
        number(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    mutating func uuid(_ id: UUID) {
        withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
    }
}

/// Reads what ``ByteWriter`` wrote.
struct ByteReader {
    private var rest: ArraySlice<UInt8>
    private let what: String

    init(_ bytes: [UInt8], _ what: String) {
        rest = bytes[...]
        self.what = what
    }

    mutating func number() throws -> UInt64 { try take(8).reduce(0) { $0 << 8 | UInt64($1) } }

    mutating func field() throws -> ArraySlice<UInt8> { try take(Int(clamping: number())) }

    mutating func string() throws -> String { String(decoding: try field(), as: UTF8.self) }

    mutating func uuid() throws -> UUID {
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let bytes = try take(16)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        return UUID(uuid: value)
    }

    private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw ProjectionError(.damaged, "\(what) is cut short; rebuild it") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
