/// A node of the log's hash tree that the index keeps: the root of a subtree with 256, 256², 256³ … leaves, all there.
///
/// What lies between two levels is hashed again when it is asked for, from at most 256 nodes, or leaves in the records:
/// so the tree costs one row for every 256 events.
struct TreeNode: Sendable {
    /// How many heights of the tree lie between two levels.
    static let heightsALevel = 8

    let key: UInt64
    let hash: TreeHash

    /// - Parameters:
    ///   - level: 1: the node has 256 leaves, 2: 256² …
    ///   - number: how many such nodes lie before it.
    static func key(_ level: Int, _ number: UInt64) -> UInt64 { UInt64(level) << 56 | number }

    /// How many nodes are kept of a tree of this size.
    static func count(in size: UInt64) -> UInt64 {
        stride(from: 8, to: 64, by: heightsALevel).reduce(0) { $0 + size >> UInt64($1) }
    }
}

/// What events add to the tree.
struct TreeGrowth {
    private(set) var frontier: MerkleFrontier
    private(set) var nodes: [TreeNode] = []

    init(_ frontier: MerkleFrontier) { self.frontier = frontier }

    mutating func append(_ leaf: TreeHash) {
        frontier.append(leaf) { height, number, hash in
            guard height % TreeNode.heightsALevel == 0 else { return }
            nodes.append(TreeNode(key: TreeNode.key(height / TreeNode.heightsALevel, number), hash: hash))
        }
    }
}
