import Crypto
import FoundationEssentials
import LMDB

/// The events of one append as records, all but what only the write transaction knows: position, time, leaf hash and
/// checksum. Encoding and hashing the payloads is work for the caller's thread, not for the writer's.
struct EncodedAppend: Sendable {
    /// The records one after the other.
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// 32 bytes an event.
    private var payloadHashes: [UInt8] = []

    var count: Int { ends.count }

    /// - Throws: `invalid_input` when a limit of ``EventLogLimits`` is exceeded.
    init(_ events: [Event], context: CommandContext) throws(EventLogError) {
        try EventLogLimits.check(context)
        guard events.count <= EventLogLimits.eventsAnAppend else {
            throw EventLogError(
                .invalidInput,
                "an append of \(events.count) events; at most \(EventLogLimits.eventsAnAppend) are allowed")
        }
        ends.reserveCapacity(events.count)
        payloadHashes.reserveCapacity(events.count * 32)
        bytes.reserveCapacity(events.reduce(0) { $0 + 256 + $1.payload.count })
        for (index, event) in events.enumerated() {
            try EventLogLimits.check(event)
            encode(event, index: index, count: events.count, context: context)
            guard bytes.count <= EventLogLimits.appendBytes else {
                throw EventLogError(
                    .invalidInput, "an append of more than \(EventLogLimits.appendBytes) bytes; split it")
            }
        }
    }

    private mutating func encode(_ event: Event, index: Int, count: Int, context: CommandContext) {
        let start = bytes.count
        bytes.append(repeating: 0, count: RecordLayout.hashedHeader)
        bytes.append(RecordLayout.format)
        bytes.append(context.id == nil ? 0 : RecordLayout.hasCommandID)
        bytes.append(integer: event.schemaVersion)
        bytes.append(repeating: 0, count: 4 + 8 + 8)
        bytes.append(uuid: event.id)
        bytes.append(uuid: context.id ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        bytes.append(contentsOf: context.bodyDigest)
        bytes.append(repeating: 0, count: 16 - context.bodyDigest.count)
        bytes.append(integer: UInt32(index))
        bytes.append(integer: UInt32(count))
        bytes.append(integer: UInt32(event.payload.count))
        bytes.append(UInt8(event.type.rawValue.utf8.count))
        bytes.append(UInt8(context.actor.utf8.count))
        bytes.append(UInt8(event.tags.count))
        bytes.append(0)
        bytes.append(contentsOf: event.type.rawValue.utf8)
        bytes.append(contentsOf: context.actor.utf8)
        for tag in event.tags {
            bytes.append(UInt8(tag.rawValue.utf8.count))
            bytes.append(contentsOf: tag.rawValue.utf8)
        }
        bytes.overwrite(UInt32(bytes.count - start), at: start + RecordLayout.payloadOffset)
        bytes.append(contentsOf: event.payload)
        ends.append(bytes.count)
        event.payload.span.bytes.sha256().withUnsafeBytes { payloadHashes.append(contentsOf: $0) }
    }

    /// Completes record number `index`: from here on it is what is stored.
    mutating func seal(_ index: Int, position: UInt64, time: Timestamp) -> Range<Int> {
        let range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
        let start = range.lowerBound
        bytes.overwrite(position, at: start + RecordLayout.position)
        bytes.overwrite(UInt64(bitPattern: time.microseconds), at: start + RecordLayout.time)
        let leaf = leafHash(index, position: position, in: range)
        leaf.withUnsafeBytes { bytes.overwrite($0, at: start + RecordLayout.leafHash) }
        let checksum = checksum(in: start + RecordLayout.leafHash..<range.upperBound)
        bytes.overwrite(checksum, at: start + RecordLayout.checksum)
        return range
    }

    private func leafHash(_ index: Int, position: UInt64, in range: Range<Int>) -> SHA256Digest {
        let record = bytes.span.bytes.extracting(range)
        let payloadOffset = Int(record.littleEndian(UInt32.self, at: RecordLayout.payloadOffset))
        return LeafHash.of(
            position: position,
            header: record.extracting(RecordLayout.hashedHeader..<payloadOffset),
            payloadHash: payloadHashes.span.bytes.extracting(index * 32..<index * 32 + 32)
        )
    }

    private func checksum(in range: Range<Int>) -> UInt64 { bytes.span.bytes.extracting(range).checksum() }

    /// Record number `index` by itself, sealed.
    func record(in range: Range<Int>) -> Record { Record(checked: Array(bytes[range])) }
}

extension EventLogLimits {
    static func check(_ context: CommandContext) throws(EventLogError) {
        guard (1...nameBytes).contains(context.actor.utf8.count) else {
            throw EventLogError(
                .invalidInput, "an actor has 1 to \(nameBytes) bytes; this one has \(context.actor.utf8.count)")
        }
        guard context.bodyDigest.count <= 16 else {
            throw EventLogError(
                .invalidInput, "a body digest has at most 16 bytes; this one has \(context.bodyDigest.count)")
        }
    }

    static func check(_ event: Event) throws(EventLogError) {
        let type = event.type.rawValue
        guard (1...nameBytes).contains(type.utf8.count) else {
            throw EventLogError(.invalidInput, "an event type has 1 to \(nameBytes) bytes; one has \(type.utf8.count)")
        }
        guard event.tags.count <= tagsAnEvent else {
            throw EventLogError(
                .invalidInput, "\(type) has \(event.tags.count) tags; at most \(tagsAnEvent) are allowed")
        }
        for (index, tag) in event.tags.enumerated() {
            guard (1...nameBytes).contains(tag.rawValue.utf8.count) else {
                throw EventLogError(
                    .invalidInput, "a tag has 1 to \(nameBytes) bytes; one of \(type) has \(tag.rawValue.utf8.count)")
            }
            guard !event.tags[..<index].contains(tag) else {
                throw EventLogError(.invalidInput, "\(type) has the tag \(tag) twice")
            }
        }
        guard event.payload.count <= payloadBytes else {
            throw EventLogError(
                .invalidInput,
                "the payload of \(type) has \(event.payload.count) bytes; at most \(payloadBytes) are allowed")
        }
    }

    static func check(_ query: Query) throws(EventLogError) {
        guard (query.items?.count ?? 0) <= queryItems else {
            throw EventLogError(.invalidInput, "a query of more than \(queryItems) items")
        }
    }
}
