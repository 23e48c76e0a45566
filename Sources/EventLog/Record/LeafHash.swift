import Crypto

/// The leaf of an event in the log's hash tree (RFC 9162): SHA-256(0x00 ‖ data), where data is
/// `"EVLEAF01" ‖ position ‖ SHA-256(header) ‖ SHA-256(payload)`, the position big-endian, the header all stored bytes
/// before the payload but the checksum and the leaf hash themselves.
enum LeafHash {
    static let byteCount = 32
    static let dataBytes = 80
    static let mark = Array("EVLEAF01".utf8)
    private static let prefix: [UInt8] = [0x00] + mark

    static func of(position: UInt64, header: RawSpan, payloadHash: RawSpan) -> SHA256Digest {
        var hasher = SHA256()
        prefix.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        withUnsafeBytes(of: position.bigEndian) { hasher.update(bufferPointer: $0) }
        header.sha256().withUnsafeBytes { hasher.update(bufferPointer: $0) }
        payloadHash.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        return hasher.finalize()
    }

    /// What is hashed, without the byte that marks a leaf.
    static func data(position: UInt64, headerHash: [UInt8], payloadHash: [UInt8]) -> [UInt8] {
        mark + withUnsafeBytes(of: position.bigEndian) { Array($0) } + headerHash + payloadHash
    }

    /// - Throws: ``EventLogError`` `corrupted`: the record's leaf hash is not that of its bytes.
    static func require(of record: borrowing RecordView) throws(EventLogError) {
        let header = record.bytes.extracting(RecordLayout.hashedHeader..<record.payloadOffset)
        let leaf = record.payload.sha256().withUnsafeBytes { payloadHash in
            of(position: record.position.rawValue, header: header, payloadHash: payloadHash.bytes)
        }
        guard leaf.withUnsafeBytes({ expected in expected.bytes.isEqual(to: record.leafHash) }) else {
            throw EventLogError(
                .corrupted, "event \(record.position) does not have its leaf hash", position: record.position)
        }
    }
}
