/// What a row can hold. The bytes of equal values are equal: a check compares bytes.
public protocol RowValue: Sendable {
    /// - Throws: when `rowBytes` are none of this type.
    init(rowBytes: [UInt8]) throws
    func rowBytes() throws -> [UInt8]
}

/// A counter, big-endian.
extension UInt64: RowValue {
    public init(rowBytes: [UInt8]) throws {
        guard rowBytes.count == 8 else { throw ProjectionError(.damaged, "a counter has \(rowBytes.count) bytes") }
        self = rowBytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    public func rowBytes() throws -> [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
