import Glibc
public import FoundationEssentials

/// A stored record, read where it lies. Borrowed: it can't outlive the bytes.
public struct RecordView: ~Escapable {
    @usableFromInline
    let bytes: RawSpan

    /// Checks the checksum and every length before anything is served.
    /// - Returns: nil when the bytes are not a whole, unaltered record of `position`.
    @_lifetime(copy bytes)
    @usableFromInline
    init?(_ bytes: RawSpan, at position: UInt64) {
        guard bytes.byteCount >= RecordLayout.names,
            bytes.littleEndian(UInt64.self, at: RecordLayout.checksum) == bytes.extracting(8...).checksum(),
            bytes.littleEndian(UInt64.self, at: RecordLayout.position) == position
        else { return nil }
        self.bytes = bytes
        guard isWellFormed else { return nil }
    }

    /// For bytes that were checked before.
    @_lifetime(copy bytes)
    init(checked bytes: RawSpan) { self.bytes = bytes }

    private var isWellFormed: Bool {
        guard byte(RecordLayout.formatByte) == RecordLayout.format else { return false }
        let payload = payloadOffset
        guard payload >= namesEnd, payload + payloadLength == bytes.byteCount else { return false }
        var offset = namesEnd
        for _ in 0..<tagCount {
            guard offset < payload else { return false }
            offset += 1 + Int(byte(offset))
        }
        return offset == payload
    }

    func byte(_ offset: Int) -> UInt8 { bytes.littleEndian(UInt8.self, at: offset) }
    private func length(_ offset: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: offset)) }

    public var position: Position { Position(bytes.littleEndian(UInt64.self, at: RecordLayout.position)) }
    public var time: Timestamp { Timestamp(microseconds: bytes.littleEndian(Int64.self, at: RecordLayout.time)) }
    public var schemaVersion: UInt16 { bytes.littleEndian(UInt16.self, at: RecordLayout.schemaVersion) }
    /// This event is number `index` (from 0) of the `count` of its append.
    public var index: Int { length(RecordLayout.index) }
    public var count: Int { length(RecordLayout.count) }
    public var eventID: UUID { uuid(RecordLayout.eventID) }
    var hasCommandID: Bool { byte(RecordLayout.flags) & RecordLayout.hasCommandID != 0 }
    public var commandID: UUID? { hasCommandID ? uuid(RecordLayout.commandID) : nil }
    var tagCount: Int { Int(byte(RecordLayout.tagCount)) }
    var payloadOffset: Int { length(RecordLayout.payloadOffset) }
    var payloadLength: Int { length(RecordLayout.payloadLength) }
    private var typeEnd: Int { RecordLayout.names + Int(byte(RecordLayout.typeLength)) }
    private var namesEnd: Int { typeEnd + Int(byte(RecordLayout.actorLength)) }

    /// UTF-8.
    public var typeBytes: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(RecordLayout.names..<typeEnd) }
    }
    /// UTF-8.
    public var actorBytes: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(typeEnd..<namesEnd) }
    }
    /// What happened, in the form that type and schema version say.
    public var payload: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(payloadOffset...) }
    }
    var commandIDBytes: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(RecordLayout.commandID..<RecordLayout.commandID + 16) }
    }
    var bodyDigest: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(RecordLayout.bodyDigest..<RecordLayout.bodyDigest + 16) }
    }
    /// This event's leaf of the log's hash tree, 32 bytes.
    public var leafHash: RawSpan {
        @_lifetime(copy self) get { bytes.extracting(RecordLayout.leafHash..<RecordLayout.leafHash + 32) }
    }

    /// Calls `body` with the bytes (UTF-8) of each tag, in the order they were given, until it returns false.
    public func forEachTag(_ body: (RawSpan) -> Bool) {
        var offset = namesEnd
        for _ in 0..<tagCount {
            let end = offset + 1 + Int(byte(offset))
            guard body(bytes.extracting(offset + 1..<end)) else { return }
            offset = end
        }
    }

    private func uuid(_ offset: Int) -> UUID {
        // A uuid_t is sixteen bytes in their printed order.
        UUID(uuid: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: uuid_t.self))
    }
}

extension RawSpan {
    var string: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    func isEqual(to other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        guard byteCount > 0 else { return true }
        return withUnsafeBytes { a in
            other.withUnsafeBytes { b in
                guard let a = a.baseAddress, let b = b.baseAddress else { return false }
                return memcmp(a, b, byteCount) == 0
            }
        }
    }
}
