/// The right edge of a tree that grows: the roots of the complete subtrees that its leaves make up, the largest first,
/// one for each bit of the size. Enough to add leaves and to tell the root, at most 64 hashes.
struct MerkleFrontier: Sendable, Equatable {
    private(set) var size: UInt64 = 0
    private(set) var subtrees: [TreeHash] = []

    init() {}

    /// nil: not as many subtrees as such a tree has.
    init?(size: UInt64, subtrees: [TreeHash]) {
        guard subtrees.count == size.nonzeroBitCount else { return nil }
        self.size = size
        self.subtrees = subtrees
    }

    mutating func append(_ leaf: TreeHash) { append(leaf) { _, _, _ in } }

    /// - Parameter completed: told of each subtree of two leaves or more that this leaf is the last of.
    mutating func append(
        _ leaf: TreeHash, completed: (_ height: Int, _ number: UInt64, TreeHash) throws -> Void
    ) rethrows {
        var (hash, number) = (leaf, size)
        // As many subtrees end here as the number of the leaf ends with ones.
        for height in 0..<(~size).trailingZeroBitCount {
            hash = TreeHash.node(subtrees.removeLast(), hash)
            number >>= 1
            try completed(height + 1, number, hash)
        }
        subtrees.append(hash)
        size += 1
    }

    var root: TreeHash {
        guard let last = subtrees.last else { return .ofNothing }
        return subtrees.dropLast().reversed().reduce(last) { TreeHash.node($1, $0) }
    }
}
