import Crypto
import FoundationEssentials
import LMDB

/// The events of one append as records, all but what only the write transaction knows: position, time, leaf hash and
/// checksum. Encoding and hashing the payloads is work for the caller's thread, not for the writer's.
///
/// A class, so that sealing needs no second copy of the bytes; sealed again, for another position, it is another append.
/// `@unchecked`: whoever made it hands it to the writer's queue and keeps nothing of it.
final class EncodedAppend: @unchecked Sendable {
    /// The records one after the other.
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// 32 bytes an event.
    private let payloadHashes: [UInt8]

    var count: Int { ends.count }

    /// - Throws: `invalid_input` when a limit of ``EventLogLimits`` is exceeded.
    init(_ events: [Event], context: CommandContext) throws(EventLogError) {
        try EventLogLimits.check(context)
        guard events.count <= EventLogLimits.eventsAnAppend else {
            throw EventLogError(
                .invalidInput,
                "an append of \(events.count) events; at most \(EventLogLimits.eventsAnAppend) are allowed")
        }
        var bytes: [UInt8] = []
        var ends: [Int] = []
        ends.reserveCapacity(events.count)
        bytes.reserveCapacity(events.reduce(0) { $0 + 320 + $1.payload.count })
        let header = Self.header(context, count: events.count)
        for (index, event) in events.enumerated() {
            try EventLogLimits.check(event)
            Self.encode(event, index: index, header, actor: context.actor, into: &bytes)
            ends.append(bytes.count)
            guard bytes.count <= EventLogLimits.appendBytes else {
                throw EventLogError(
                    .invalidInput, "an append of more than \(EventLogLimits.appendBytes) bytes; split it")
            }
        }
        self.bytes = bytes
        self.ends = ends
        payloadHashes = Self.hashPayloads(of: events)
    }

    /// What the headers of an append have in common; the rest is zero.
    private static func header(_ context: CommandContext, count: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: RecordLayout.names)
        header[RecordLayout.formatByte] = RecordLayout.format
        if let id = context.id {
            header[RecordLayout.flags] = RecordLayout.hasCommandID
            withUnsafeBytes(of: id.uuid) { header.overwrite($0, at: RecordLayout.commandID) }
        }
        context.bodyDigest.withUnsafeBytes { header.overwrite($0, at: RecordLayout.bodyDigest) }
        header.overwrite(UInt32(count), at: RecordLayout.count)
        header[RecordLayout.actorLength] = UInt8(context.actor.utf8.count)
        return header
    }

    private static func encode(
        _ event: Event, index: Int, _ header: [UInt8], actor: String, into bytes: inout [UInt8]
    ) {
        let start = bytes.count
        bytes.append(contentsOf: header)
        bytes.overwrite(event.schemaVersion, at: start + RecordLayout.schemaVersion)
        withUnsafeBytes(of: event.id.uuid) { bytes.overwrite($0, at: start + RecordLayout.eventID) }
        bytes.overwrite(UInt32(index), at: start + RecordLayout.index)
        bytes.overwrite(UInt32(event.payload.count), at: start + RecordLayout.payloadLength)
        bytes[start + RecordLayout.typeLength] = UInt8(event.type.rawValue.utf8.count)
        bytes[start + RecordLayout.tagCount] = UInt8(event.tags.count)
        bytes.append(contentsOf: event.type.rawValue.utf8)
        bytes.append(contentsOf: actor.utf8)
        for tag in event.tags {
            bytes.append(UInt8(tag.rawValue.utf8.count))
            bytes.append(contentsOf: tag.rawValue.utf8)
        }
        bytes.overwrite(UInt32(bytes.count - start), at: start + RecordLayout.payloadOffset)
        bytes.append(contentsOf: event.payload)
    }

    private static func hashPayloads(of events: [Event]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: events.count * LeafHash.byteCount) { hashes, count in
            // Each lane writes the hashes of its own events only.
            nonisolated(unsafe) let target = UnsafeMutableRawBufferPointer(hashes)
            Lanes.run(events.count) { range in
                for index in range {
                    let hash = events[index].payload.withUnsafeBytes { SHA256.hash(bytes: $0) }
                    hash.withUnsafeBytes { target[hash: index].copyMemory(from: $0) }
                }
            }
            count = events.count * LeafHash.byteCount
        }
    }

    /// Completes the records: from here on they are what is stored.
    func seal(first: UInt64, time: Timestamp) {
        bytes.withUnsafeMutableBytes { buffer in
            // Each lane writes to its own records only.
            nonisolated(unsafe) let records = buffer
            Lanes.run(count) { range in
                for index in range {
                    seal(
                        UnsafeMutableRawBufferPointer(rebasing: records[self.range(index)]), index,
                        position: first + UInt64(index), time: time)
                }
            }
        }
    }

    private func seal(_ record: UnsafeMutableRawBufferPointer, _ index: Int, position: UInt64, time: Timestamp) {
        record.storeBytes(of: position.littleEndian, toByteOffset: RecordLayout.position, as: UInt64.self)
        record.storeBytes(of: time.microseconds.littleEndian, toByteOffset: RecordLayout.time, as: Int64.self)
        let payloadOffset = record.loadUnaligned(fromByteOffset: RecordLayout.payloadOffset, as: UInt32.self)
        let hashes = payloadHashes
        let ownHash = index * LeafHash.byteCount..<(index + 1) * LeafHash.byteCount
        let leaf = LeafHash.of(
            position: position,
            header: record.bytes.extracting(RecordLayout.hashedHeader..<Int(UInt32(littleEndian: payloadOffset))),
            payloadHash: hashes.span.bytes.extracting(ownHash)
        )
        leaf.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: record[RecordLayout.leafHash..<RecordLayout.hashedHeader])
                .copyMemory(from: $0)
        }
        let checksum = record.bytes.extracting(RecordLayout.leafHash...).checksum()
        record.storeBytes(of: checksum.littleEndian, toByteOffset: RecordLayout.checksum, as: UInt64.self)
    }

    /// Where record number `index` lies in ``bytes``.
    func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// Record number `index` by itself, once it is sealed.
    func record(_ index: Int) -> Record { Record(checked: Array(bytes[range(index)])) }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate subscript(hash index: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: self[index * LeafHash.byteCount..<(index + 1) * LeafHash.byteCount])
    }
}
