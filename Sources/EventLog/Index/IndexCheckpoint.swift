import FoundationEssentials

/// How far the index has followed the log, and which log that was.
struct IndexCheckpoint: Sendable, Equatable {
    /// The hash tree's right edge after the last event whose entries are in the index.
    var frontier: MerkleFrontier
    /// The last row of the outcomes table whose entry is in the index.
    var outcome: UInt64
    var logID: UUID
    /// That of the event at `position`; 32 zeros at the beginning.
    var leafHash: [UInt8]

    private static let format: UInt8 = 2

    /// The last event whose entries are in the index.
    var position: UInt64 { frontier.size }

    static func beginning(of logID: UUID) -> IndexCheckpoint {
        IndexCheckpoint(
            frontier: MerkleFrontier(), outcome: 0, logID: logID,
            leafHash: Array(repeating: 0, count: LeafHash.byteCount))
    }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = [Self.format]
        bytes.append(integer: position)
        bytes.append(integer: outcome)
        bytes.append(uuid: logID)
        bytes.append(contentsOf: leafHash)
        for subtree in frontier.subtrees { bytes.append(contentsOf: subtree.bytes) }
        bytes.append(integer: bytes.span.bytes.checksum())
        return bytes
    }

    init(frontier: MerkleFrontier, outcome: UInt64, logID: UUID, leafHash: [UInt8]) {
        self.frontier = frontier
        self.outcome = outcome
        self.logID = logID
        self.leafHash = leafHash
    }

    /// nil: damaged, or of another format.
    init?(_ bytes: RawSpan) {
        var reader = BytesReader(bytes)
        guard reader.integer(UInt8.self) == Self.format,
            let position = reader.integer(UInt64.self), let outcome = reader.integer(UInt64.self),
            let logID = reader.uuid(), let leafHash = reader.bytes(LeafHash.byteCount),
            let frontier = reader.frontier(of: position),
            let checksum = reader.integer(UInt64.self),
            checksum == bytes.extracting(..<(bytes.byteCount - 8)).checksum()
        else { return nil }
        self.init(frontier: frontier, outcome: outcome, logID: logID, leafHash: leafHash)
    }
}

extension BytesReader {
    /// As many hashes as a tree of this size has complete subtrees at its edge.
    fileprivate mutating func frontier(of size: UInt64) -> MerkleFrontier? {
        var subtrees: [TreeHash] = []
        for _ in 0..<size.nonzeroBitCount {
            guard let bytes = bytes(TreeHash.byteCount), let hash = TreeHash(bytes) else { return nil }
            subtrees.append(hash)
        }
        return MerkleFrontier(size: size, subtrees: subtrees)
    }
}
