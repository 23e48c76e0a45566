/// A type that names a row of a ``Table``. LMDB compares keys as bytes, so an encoding must sort like the values.
public protocol TableKey {
    /// Calls `body` with the key's bytes: 1 to 511 of them.
    func withKeyBytes<R>(_ body: (UnsafeRawBufferPointer) throws(LMDBError) -> R) throws(LMDBError) -> R
    /// The key in stored bytes; nil when they are none of this type.
    init?(keyBytes: RawSpan)
}

/// Big-endian, so that LMDB's byte order is the numbers' order.
extension UInt64: TableKey {
    @inlinable
    public func withKeyBytes<R>(_ body: (UnsafeRawBufferPointer) throws(LMDBError) -> R) throws(LMDBError) -> R {
        var big = bigEndian
        // The pointer is valid for this call only, and `body` keeps nothing of it: LMDB copies the key.
        return try withUnsafeMutablePointer(to: &big) { pointer throws(LMDBError) -> R in
            try body(UnsafeRawBufferPointer(start: pointer, count: 8))
        }
    }

    @inlinable
    public init?(keyBytes: RawSpan) {
        guard keyBytes.byteCount == 8 else { return nil }
        self = UInt64(bigEndian: unsafe keyBytes.unsafeLoadUnaligned(as: UInt64.self))
    }
}

/// Any bytes, in their own order.
extension Array: TableKey where Element == UInt8 {
    @inlinable
    public func withKeyBytes<R>(_ body: (UnsafeRawBufferPointer) throws(LMDBError) -> R) throws(LMDBError) -> R {
        var result: Result<R, LMDBError>?
        withUnsafeBytes { bytes in
            do throws(LMDBError) { result = .success(try body(bytes)) } catch { result = .failure(error) }
        }
        guard let result else { throw LMDBError(.badTransaction, "key") }
        return try result.get()
    }

    @inlinable
    public init?(keyBytes: RawSpan) {
        self = keyBytes.withUnsafeBytes { Array($0) }
    }
}

extension RawSpan {
    /// A copy, which may outlive the transaction.
    package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// UTF-8.
extension String: TableKey {
    @inlinable
    public func withKeyBytes<R>(_ body: (UnsafeRawBufferPointer) throws(LMDBError) -> R) throws(LMDBError) -> R {
        try Array(utf8).withKeyBytes(body)
    }

    @inlinable
    public init?(keyBytes: RawSpan) {
        let text = keyBytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let text else { return nil }
        self = text
    }
}
