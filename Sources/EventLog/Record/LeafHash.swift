import Crypto

/// The leaf of an event in the log's hash tree (RFC 9162): SHA-256(0x00 ‖ data), where data is
/// `"EVLEAF01" ‖ position ‖ SHA-256(header) ‖ SHA-256(payload)`, the position big-endian, the header all stored bytes
/// before the payload but the checksum and the leaf hash themselves.
enum LeafHash {
    static let byteCount = 32
    private static let prefix: [UInt8] = [0x00] + Array("EVLEAF01".utf8)

    static func of(position: UInt64, header: RawSpan, payloadHash: RawSpan) -> SHA256Digest {
        var hasher = SHA256()
        prefix.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        withUnsafeBytes(of: position.bigEndian) { hasher.update(bufferPointer: $0) }
        header.sha256().withUnsafeBytes { hasher.update(bufferPointer: $0) }
        payloadHash.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        return hasher.finalize()
    }

    /// Whether the record's leaf hash is that of its bytes.
    static func isRight(of record: borrowing RecordView) -> Bool {
        let header = record.bytes.extracting(RecordLayout.hashedHeader..<record.payloadOffset)
        let leaf = record.payload.sha256().withUnsafeBytes { payloadHash in
            of(position: record.position.rawValue, header: header, payloadHash: payloadHash.bytes)
        }
        return leaf.withUnsafeBytes { expected in expected.bytes.isEqual(to: record.leafHash) }
    }
}
