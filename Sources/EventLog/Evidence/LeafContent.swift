import LMDB
import Crypto

/// What the leaf of an event is made of, so that anybody can hash it again: the stored record, or only the hashes of its
/// header and its payload, which tell nothing of what happened.
public struct LeafContent: Hashable, Sendable {
    /// Either all stored bytes that the leaf hash covers, or the leaf's data: `"EVLEAF01"`, position, two hashes.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    public init(recordOf record: borrowing RecordView) {
        bytes = record.bytes.extracting(RecordLayout.hashedHeader...).bytes
    }

    /// Only the hashes: the leaf's data, 80 bytes.
    public init(hashesOf record: borrowing RecordView) {
        let header = record.bytes.extracting(RecordLayout.hashedHeader..<record.payloadOffset)
        bytes = LeafHash.data(
            position: record.position.rawValue, headerHash: Array(header.sha256()),
            payloadHash: Array(record.payload.sha256()))
    }

    private var isData: Bool { bytes.starts(with: LeafHash.mark) }

    /// The leaf's hash as these bytes have it, for the event at `position`; nil: they are no leaf of that event.
    func hash(at position: UInt64) -> TreeHash? {
        if isData {
            let data = LeafHash.data(
                position: position, headerHash: Array(bytes.dropFirst(16).prefix(32)),
                payloadHash: Array(bytes.dropFirst(48)))
            return bytes == data && bytes.count == LeafHash.dataBytes ? TreeHash.leaf(bytes) : nil
        }
        guard let record = record(at: position) else { return nil }
        return TreeHash.leaf(LeafContent(hashesOf: record.view).bytes)
    }

    /// The event itself; nil when only its hashes are here, or the bytes are no record.
    public func event(at position: Position) -> SequencedEvent? {
        record(at: position.rawValue).map { SequencedEvent(position: position, record: $0) }
    }

    private func record(at position: UInt64) -> Record? {
        // A record without checksum and leaf hash: the checks of a stored one need the first.
        var stored = [UInt8](repeating: 0, count: RecordLayout.hashedHeader) + bytes
        guard !isData, stored.count >= RecordLayout.names else { return nil }
        stored.overwrite(stored.span.bytes.extracting(RecordLayout.leafHash...).checksum(), at: RecordLayout.checksum)
        guard let view = RecordView(stored.span.bytes, at: position) else { return nil }
        return Record(view)
    }
}
