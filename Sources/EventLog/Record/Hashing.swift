import CXXHash
import Crypto
import LMDB

/// A 128-bit hash of a tag, a type, or an actor and command id: the key of an index entry. Collisions are possible and
/// settled by reading the record.
struct Hash128: Equatable, Sendable, Comparable {
    var high: UInt64
    var low: UInt64

    static func < (a: Hash128, b: Hash128) -> Bool { a.high != b.high ? a.high < b.high : a.low < b.low }
}

/// Big-endian, so that sorted hashes are sorted keys.
extension Hash128: TableKey {
    func withKeyBytes<R>(_ body: (UnsafeRawBufferPointer) throws(LMDBError) -> R) throws(LMDBError) -> R {
        var bytes = (high.bigEndian, low.bigEndian)
        // Valid for this call only; LMDB copies the key.
        return try withUnsafeMutablePointer(to: &bytes) { pointer throws(LMDBError) -> R in
            try body(UnsafeRawBufferPointer(start: pointer, count: 16))
        }
    }

    init?(keyBytes: RawSpan) {
        guard keyBytes.byteCount == 16 else { return nil }
        high = keyBytes.bigEndian64(at: 0)
        low = keyBytes.bigEndian64(at: 8)
    }
}

/// The hashes of one log. Seeded with its id, so that nobody can prepare tags that collide in every log.
struct IndexHasher: Sendable {
    private let seed: UInt64

    init(logID: [UInt8]) {
        seed = logID.span.bytes.checksum()
    }

    func tag(_ bytes: RawSpan) -> Hash128 { hash(bytes, domain: 0x7461_6721) }
    func type(_ bytes: RawSpan) -> Hash128 { hash(bytes, domain: 0x7479_7065) }

    func receipt(actor: RawSpan, commandID: RawSpan) -> Hash128 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(actor.byteCount + commandID.byteCount)
        commandID.withUnsafeBytes { bytes.append(contentsOf: $0) }
        actor.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return hash(bytes.span.bytes, domain: 0x7263_7074)
    }

    private func hash(_ bytes: RawSpan, domain: UInt64) -> Hash128 {
        let hash = bytes.withUnsafeBytes { XXH3_128bits_withSeed($0.baseAddress, $0.count, seed ^ domain) }
        return Hash128(high: hash.high64, low: hash.low64)
    }
}

extension RawSpan {
    /// XXH3-64: finds accidents, not forgeries; those are what the leaf hash is for.
    @usableFromInline
    func checksum() -> UInt64 {
        withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
    }

    func sha256() -> SHA256Digest {
        withUnsafeBytes { SHA256.hash(bytes: $0) }
    }

    @inlinable
    @inline(__always)
    func littleEndian<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T {
        T(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }

    func bigEndian64(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

extension SHA256 {
    static func hash(bytes: UnsafeRawBufferPointer) -> SHA256Digest {
        var hasher = SHA256()
        hasher.update(bufferPointer: bytes)
        return hasher.finalize()
    }
}
