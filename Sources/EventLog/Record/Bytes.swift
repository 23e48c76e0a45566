import FoundationEssentials

extension [UInt8] {
    mutating func append(repeating byte: UInt8, count: Int) {
        append(contentsOf: repeatElement(byte, count: count))
    }

    /// Little-endian.
    mutating func append<T: FixedWidthInteger>(integer: T) {
        Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append(uuid: UUID) {
        Swift.withUnsafeBytes(of: uuid.uuid) { append(contentsOf: $0) }
    }

    /// One or two bytes of length, then UTF-8.
    mutating func append<Length: FixedWidthInteger>(string: String, length: Length.Type) {
        append(integer: Length(truncatingIfNeeded: string.utf8.count))
        append(contentsOf: string.utf8)
    }

    /// Little-endian.
    mutating func overwrite<T: FixedWidthInteger & BitwiseCopyable>(_ integer: T, at offset: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: integer.littleEndian, toByteOffset: offset, as: T.self) }
    }

    mutating func overwrite(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[offset...]).copyMemory(from: bytes) }
    }
}

extension UUID {
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    init?(bytes: RawSpan) {
        guard bytes.byteCount == 16 else { return nil }
        self.init(uuid: unsafe bytes.unsafeLoadUnaligned(as: uuid_t.self))
    }
}
