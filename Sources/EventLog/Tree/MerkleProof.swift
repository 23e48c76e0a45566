/// Whether a path of hashes proves what it is said to prove. Needs no log.
public enum MerkleProof {
    /// Whether `path` leads from the leaf with this hash, at `index` (from 0), to the root over `size` leaves
    /// (RFC 9162, section 2.1.3.2).
    public static func includes(
        _ leaf: TreeHash, at index: UInt64, in size: UInt64, root: TreeHash, path: [TreeHash]
    ) -> Bool {
        guard index < size else { return false }
        var (place, last) = (index, size - 1)
        var hash = leaf
        for sibling in path {
            guard last > 0 else { return false }
            if place & 1 == 1 || place == last {
                hash = TreeHash.node(sibling, hash)
                // Levels at which it has no sibling.
                let skipped = UInt64(place.trailingZeroBitCount)
                (place, last) = (place >> skipped, last >> skipped)
            } else {
                hash = TreeHash.node(hash, sibling)
            }
            (place, last) = (place >> 1, last >> 1)
        }
        return last == 0 && hash == root
    }

    /// Whether `path` shows that the tree over `second` leaves begins with the one over `first`
    /// (RFC 9162, section 2.1.4.2). Every tree begins with the empty one, and with itself, and then the path is empty.
    public static func extends(
        from first: UInt64, root firstRoot: TreeHash, to second: UInt64, root secondRoot: TreeHash, path: [TreeHash]
    ) -> Bool {
        guard first > 0, first < second else {
            if first == second { return path.isEmpty && firstRoot == secondRoot }
            return first == 0 && path.isEmpty && firstRoot == .ofNothing
        }
        // The root of a complete first tree is not told again.
        let hashes = first.nonzeroBitCount == 1 ? [firstRoot] + path : path
        guard let start = hashes.first else { return false }
        let skipped = UInt64((~(first - 1)).trailingZeroBitCount)
        var (place, last) = ((first - 1) >> skipped, (second - 1) >> skipped)
        var (old, new) = (start, start)
        for sibling in hashes.dropFirst() {
            guard last > 0 else { return false }
            if place & 1 == 1 || place == last {
                old = TreeHash.node(sibling, old)
                new = TreeHash.node(sibling, new)
                let skipped = UInt64(place.trailingZeroBitCount)
                (place, last) = (place >> skipped, last >> skipped)
            } else {
                new = TreeHash.node(new, sibling)
            }
            (place, last) = (place >> 1, last >> 1)
        }
        return last == 0 && old == firstRoot && new == secondRoot
    }
}
