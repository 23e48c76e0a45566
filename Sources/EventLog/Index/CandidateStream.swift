/// What is looked up under one key of the index.
struct LookUp: Sendable {
    var key: Hash128
    /// Only entries of these kinds; nil: of every kind.
    var kinds: [UInt32]?
}

/// Positions collected for one query: unsorted, perhaps twice the same, and how far they are complete.
struct CandidateStream {
    var numbers: [UInt64] = []
    /// Reading forwards: everything up to here is there. Backwards: everything from here on.
    private(set) var horizon: UInt64?

    /// The numbers added last are not all there are: their last one bounds what is complete.
    mutating func wasCut(atLast backwards: Bool) {
        guard let last = numbers.last else { return }
        horizon = horizon.map { backwards ? max($0, last) : min($0, last) } ?? last
    }
}
