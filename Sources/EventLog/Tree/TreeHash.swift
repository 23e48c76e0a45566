import Crypto

/// One hash of a tree: 32 bytes of SHA-256. How leaves and nodes are hashed: RFC 9162, section 2.1.1.
public struct TreeHash: Hashable, Sendable, BitwiseCopyable {
    public static let byteCount = 32
    /// In the order of the bytes. Four numbers instead of an array: nothing is allocated for a node.
    private var a: UInt64 = 0
    private var b: UInt64 = 0
    private var c: UInt64 = 0
    private var d: UInt64 = 0

    /// nil: not of 32 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: bytes) }
    }

    /// - Precondition: 32 bytes.
    init(checked bytes: RawSpan) {
        precondition(bytes.byteCount == Self.byteCount)
        self = unsafe bytes.unsafeLoadUnaligned(as: TreeHash.self)
    }

    private init(_ digest: SHA256Digest) {
        self = digest.withUnsafeBytes { $0.loadUnaligned(as: TreeHash.self) }
    }

    /// nil: not the standard base64 (RFC 4648, section 4) of 32 bytes.
    public init?(base64 text: some StringProtocol) {
        guard let bytes = [UInt8](base64: text) else { return nil }
        self.init(bytes)
    }

    public var bytes: [UInt8] { Swift.withUnsafeBytes(of: self) { Array($0) } }
    /// Standard base64 (RFC 4648, section 4).
    public var base64: String { bytes.base64 }

    /// The root of a tree without leaves: SHA-256 of nothing.
    public static let ofNothing = TreeHash(SHA256.hash(data: [UInt8]()))

    /// The hash of a leaf with this data: SHA-256(0x00 ‖ data).
    public static func leaf(_ data: some Sequence<UInt8>) -> TreeHash {
        TreeHash(SHA256.hash(data: [0x00] + data))
    }

    /// The hash of a node over two others: SHA-256(0x01 ‖ left ‖ right).
    public static func node(_ left: TreeHash, _ right: TreeHash) -> TreeHash {
        withUnsafeTemporaryAllocation(byteCount: 1 + 2 * byteCount, alignment: 1) { buffer in
            buffer.storeBytes(of: 0x01, as: UInt8.self)
            buffer.storeBytes(of: left, toByteOffset: 1, as: TreeHash.self)
            buffer.storeBytes(of: right, toByteOffset: 1 + byteCount, as: TreeHash.self)
            return TreeHash(SHA256.hash(bytes: UnsafeRawBufferPointer(buffer)))
        }
    }
}

extension TreeHash: CustomStringConvertible {
    public var description: String { base64 }
}
