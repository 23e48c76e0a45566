import LMDB

/// The index as of one moment: the tail's segments and, older than them, a snapshot of the generation on disk.
struct IndexSnapshot: ~Copyable {
    /// Oldest first.
    var segments: [TailSegment]
    let generation: IndexGeneration
    let disk: ReadTransaction
    let checkpoint: IndexCheckpoint

    init(
        segments: [TailSegment], generation: IndexGeneration, disk: consuming ReadTransaction,
        checkpoint: IndexCheckpoint
    ) {
        self.segments = segments
        self.generation = generation
        self.disk = disk
        self.checkpoint = checkpoint
    }

    /// Collects the positions in `range` that `lookUps` ask for: from disk at most `limit` a kind of a key with many,
    /// from the tail all there are. Some may come twice.
    func collect(
        _ lookUps: [LookUp], in range: ClosedRange<UInt64>, backwards: Bool, limit: Int,
        into stream: inout CandidateStream
    ) throws(LMDBError) {
        if range.lowerBound <= checkpoint.position {
            try generation.collect(lookUps, in: range, backwards: backwards, limit: limit, disk, into: &stream)
        }
        // Beyond the horizon nothing is taken yet.
        let complete = stream.horizon.map { backwards ? $0...range.upperBound : range.lowerBound...$0 } ?? range
        for segment in segments { segment.collect(lookUps, in: complete, into: &stream.numbers) }
    }

    /// The receipts under `key`, newest first.
    /// - Parameter after: look only at what came after this event and this outcome.
    func receipts(_ key: Hash128, after: (position: UInt64, outcome: UInt64) = (0, 0)) throws(LMDBError) -> [IndexEntry]
    {
        var found: [IndexEntry] = []
        for segment in segments.reversed() { found += segment.receipts(key, after: after) }
        if after.position < checkpoint.position || after.outcome < checkpoint.outcome {
            found += try generation.receipts(key, disk)
        }
        return found
    }

    /// Whether the entry is on disk.
    func has(_ entry: IndexEntry) throws(LMDBError) -> Bool { try generation.contains(entry, disk) }

    /// How many entries `key` has, about: for choosing the rarest.
    func count(_ key: Hash128) throws(LMDBError) -> Int {
        try generation.count(key, disk)
    }
}
