import FoundationEssentials
import LMDB

/// Reads what ``Swift/Array/append(integer:)`` and its kin wrote; nil where the bytes end too early.
struct BytesReader: ~Escapable {
    private let span: RawSpan
    private var offset = 0

    @_lifetime(copy span)
    init(_ span: RawSpan) { self.span = span }

    mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> T? {
        guard span.byteCount - offset >= MemoryLayout<T>.size else { return nil }
        defer { offset += MemoryLayout<T>.size }
        return span.littleEndian(T.self, at: offset)
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard span.byteCount - offset >= count else { return nil }
        defer { offset += count }
        return span.extracting(offset..<offset + count).bytes
    }

    mutating func uuid() -> UUID? {
        guard let bytes = bytes(16) else { return nil }
        return UUID(bytes: bytes.span.bytes)
    }

    mutating func string<Length: FixedWidthInteger & BitwiseCopyable>(_ length: Length.Type) -> String? {
        guard let count = integer(length), let bytes = bytes(Int(count)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
