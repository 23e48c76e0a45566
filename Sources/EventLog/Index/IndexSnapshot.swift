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

    /// Collects the positions of `key` in `range`, of one kind or all: from disk at most `limit` a kind, from the tail
    /// all there are. Some may come twice.
    func collect(
        _ key: Hash128, kind: UInt32?, in range: ClosedRange<UInt64>, backwards: Bool, limit: Int,
        into stream: inout CandidateStream
    ) throws(LMDBError) {
        if range.lowerBound <= checkpoint.position {
            try generation.collect(
                key, kind: kind, in: range, backwards: backwards, limit: limit, disk, into: &stream)
        }
        for segment in segments where segment.lastPosition >= range.lowerBound {
            segment.collect(key, kind: kind, in: range, into: &stream.numbers)
        }
    }

    /// The receipts under `key`, newest first.
    /// - Parameter after: look only at what came after this event and this outcome.
    func receipts(_ key: Hash128, after: (position: UInt64, outcome: UInt64) = (0, 0)) throws(LMDBError) -> [IndexEntry]
    {
        var found: [IndexEntry] = []
        for segment in segments.reversed()
        where segment.lastPosition > after.position || segment.lastOutcome > after.outcome {
            found += segment.receipts(key)
        }
        if after.position < checkpoint.position || after.outcome < checkpoint.outcome {
            for kind in [IndexEntry.receiptOfEvent, IndexEntry.receiptOfOutcome] {
                var stream = CandidateStream()
                try generation.collect(
                    key, kind: kind, in: 0 ... .max, backwards: true, limit: 16, disk, into: &stream)
                found += stream.numbers.map { IndexEntry(key: key, kind: kind, number: $0) }
            }
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
