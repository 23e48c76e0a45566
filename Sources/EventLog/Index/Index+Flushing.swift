import LMDB

extension Index {
    /// How many events go to the index in one transaction, about.
    static let flushEvents: UInt64 = 65_536

    /// Moves the tail as it is now into the index on disk, in bounded batches.
    func flush() throws {
        tail.seal()
        var segments = tail.capture()
        segments.removeLast()
        while let first = segments.first {
            let count = segments.prefix { $0.lastPosition <= first.afterPosition + Self.flushEvents }.count
            guard try flush(Array(segments.prefix(max(1, count)))) else { return }
            segments.removeFirst(max(1, count))
        }
    }

    /// - Returns: false when the tail was begun anew, and what else was captured of it is not to be flushed.
    private func flush(_ segments: [TailSegment]) throws -> Bool {
        guard let last = segments.last, last.lastPosition > 0 || last.lastOutcome > 0 else { return true }
        let leafHash = try log.environment.read { try log.leafHash(at: last.lastPosition, $0) }
        let generation = current
        var transaction = try generation.environment.beginWrite()
        // Read again under the lock: another process may have flushed the same events.
        guard let done = try generation.checkpoint(transaction) else {
            throw IndexTrouble.damaged("the index in \(generation.environment.directory) has no checkpoint")
        }
        guard segments[0].afterPosition <= done.position, segments[0].afterOutcome <= done.outcome else {
            // An older index was put in its place: what it lacks is read from the log again.
            tail.restart(after: done)
            return false
        }
        guard last.lastPosition > done.position || last.lastOutcome > done.outcome else {
            tail.drop(through: done)
            return true
        }
        var batch: [IndexEntry] = []
        for segment in segments { batch += segment.contents.entries.filter { !$0.isIn(done) } }
        batch.sort()
        let growth = try log.environment.read { try log.growth(of: done.frontier, through: last.lastPosition, $0) }
        let checkpoint = IndexCheckpoint(
            frontier: growth.frontier, outcome: max(last.lastOutcome, done.outcome), logID: log.id,
            leafHash: last.lastPosition > done.position ? leafHash : done.leafHash)
        try generation.insert(batch, growth.nodes, checkpoint: checkpoint, &transaction)
        try transaction.commit()
        tail.drop(through: checkpoint)
        return true
    }

    /// Brings the index on disk up to the log's head straight from the log, in bounded batches; the tail begins after it.
    /// - Parameter progress: called after each.
    func catchUp(_ progress: () -> Void) throws {
        let generation = current
        while try Self.advance(generation, log, hasher) { progress() }
        guard let checkpoint = try generation.environment.read({ try generation.checkpoint($0) }) else { return }
        if checkpoint.position > tail.end.position || checkpoint.outcome > tail.end.outcome {
            tail.restart(after: checkpoint)
        }
    }

    /// Indexes the next batch of the log; false when there was none.
    static func advance(_ generation: IndexGeneration, _ log: LogEnvironment, _ hasher: IndexHasher) throws -> Bool {
        let start = try generation.environment.read { try generation.checkpoint($0) }
        let from = start ?? .beginning(of: log.id)
        guard let batch = try batch(after: from, log, hasher) else { return false }
        var transaction = try generation.environment.beginWrite()
        // Somebody else was here meanwhile: look again.
        guard try generation.checkpoint(transaction) == start else { return true }
        try generation.insert(batch.entries, batch.nodes, checkpoint: batch.checkpoint, &transaction)
        try transaction.commit()
        return true
    }

    private static func batch(
        after from: IndexCheckpoint, _ log: LogEnvironment, _ hasher: IndexHasher
    ) throws -> (entries: [IndexEntry], nodes: [TreeNode], checkpoint: IndexCheckpoint)? {
        let transaction = try log.environment.beginRead()
        let head = try log.head(transaction)
        let outcome = try log.lastOutcome(transaction)
        guard from.position < head || from.outcome < outcome else { return nil }
        let through = min(head, from.position + flushEvents)
        let throughOutcome = min(outcome, from.outcome + flushEvents)
        var found = try entries(
            log, hasher, after: from.position, from.outcome, through: through, throughOutcome, transaction)
        found.entries.sort()
        let growth = try log.growth(of: from.frontier, through: through, transaction)
        let checkpoint = IndexCheckpoint(
            frontier: growth.frontier, outcome: throughOutcome, logID: log.id,
            leafHash: try log.leafHash(at: through, transaction))
        return (found.entries, growth.nodes, checkpoint)
    }
}

extension IndexEntry {
    /// Whether an index at this checkpoint has the entry.
    func isIn(_ checkpoint: IndexCheckpoint) -> Bool {
        kind == Self.receiptOfOutcome ? number <= checkpoint.outcome : number <= checkpoint.position
    }
}
