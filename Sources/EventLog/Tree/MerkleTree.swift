/// Roots and proofs of an RFC 9162 tree, made from the hashes of complete subtrees, wherever those are kept.
///
/// A complete subtree has 2^height leaves, and its number says how many such lie before it: leaf 5 is subtree 5 of
/// height 0, the leaves 4 to 7 are subtree 1 of height 2.
enum MerkleTree {
    typealias Subtree = (_ height: Int, _ number: UInt64) throws -> TreeHash

    /// The root over the first `size` leaves (RFC 9162, section 2.1.1, `MTH`).
    static func root(of size: UInt64, _ subtree: Subtree) throws -> TreeHash {
        size == 0 ? .ofNothing : try root(over: 0..<size, subtree)
    }

    /// The hashes that lead from leaf `index` to the root over `size` leaves, the lowest first (section 2.1.3.1, `PATH`).
    /// - Precondition: `index < size`.
    static func inclusionPath(of index: UInt64, in size: UInt64, _ subtree: Subtree) throws -> [TreeHash] {
        precondition(index < size)
        return try path(to: index, over: 0..<size, subtree)
    }

    /// The hashes that lead from the root over `first` leaves to the one over `second` (section 2.1.4.1, `PROOF`); none
    /// when nothing has to be proved: from an empty tree, or to itself.
    /// - Precondition: `first <= second`.
    static func consistencyPath(from first: UInt64, to second: UInt64, _ subtree: Subtree) throws -> [TreeHash] {
        precondition(first <= second)
        guard first > 0, first < second else { return [] }
        return try path(between: first, over: 0..<second, isWhole: true, subtree)
    }

    /// The range begins where a complete subtree as large as itself, or larger, begins.
    private static func root(over range: Range<UInt64>, _ subtree: Subtree) throws -> TreeHash {
        let count = range.upperBound - range.lowerBound
        if count.nonzeroBitCount == 1 {
            let height = count.trailingZeroBitCount
            return try subtree(height, range.lowerBound >> UInt64(height))
        }
        let middle = middle(of: range)
        return TreeHash.node(
            try root(over: range.lowerBound..<middle, subtree), try root(over: middle..<range.upperBound, subtree))
    }

    /// The largest power of two that is less than the count, from the beginning on.
    private static func middle(of range: Range<UInt64>) -> UInt64 {
        let count = range.upperBound - range.lowerBound
        return range.lowerBound + (1 << UInt64(63 - (count - 1).leadingZeroBitCount))
    }

    private static func path(
        to index: UInt64, over range: Range<UInt64>, _ subtree: Subtree
    ) throws -> [TreeHash] {
        guard range.count > 1 else { return [] }
        let middle = middle(of: range)
        let (left, right) = (range.lowerBound..<middle, middle..<range.upperBound)
        return index < middle
            ? try path(to: index, over: left, subtree) + [root(over: right, subtree)]
            : try path(to: index, over: right, subtree) + [root(over: left, subtree)]
    }

    /// - Parameter isWhole: what lies before `end` is the whole of the first tree, whose root the verifier has.
    private static func path(
        between end: UInt64, over range: Range<UInt64>, isWhole: Bool, _ subtree: Subtree
    ) throws -> [TreeHash] {
        if end == range.upperBound { return isWhole ? [] : [try root(over: range, subtree)] }
        let middle = middle(of: range)
        let (left, right) = (range.lowerBound..<middle, middle..<range.upperBound)
        return end <= middle
            ? try path(between: end, over: left, isWhole: isWhole, subtree) + [root(over: right, subtree)]
            : try path(between: end, over: right, isWhole: false, subtree) + [root(over: left, subtree)]
    }
}
