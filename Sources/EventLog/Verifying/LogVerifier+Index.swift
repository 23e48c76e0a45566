import LMDB

/// What the index must have: each entry that the log gives and no other, and the log's hash tree.
extension LogVerifier {
    func verifyEntries(of record: borrowing RecordView, _ index: borrowing IndexSnapshot) throws -> Int {
        var entries: [IndexEntry] = []
        hasher.appendEntries(of: record, to: &entries)
        for entry in entries { try require(entry, index, "of event \(record.position)") }
        return entries.count
    }

    func require(_ entry: IndexEntry, _ index: borrowing IndexSnapshot, _ what: String) throws {
        guard try index.has(entry) else {
            throw EventLogError.damagedIndex(files.index, "an entry \(what) is missing")
        }
    }

    /// A node of the tree that events have just completed.
    func require(
        node expected: TreeHash, _ height: Int, _ number: UInt64, _ index: borrowing IndexSnapshot
    ) throws {
        guard height % TreeNode.heightsALevel == 0 else { return }
        let stored = try index.generation.node(height / TreeNode.heightsALevel, number, index.disk)
        guard stored != expected else { return }
        let events = (number << UInt64(height) + 1, (number + 1) << UInt64(height))
        throw EventLogError.damagedIndex(
            files.index,
            "the node of its hash tree over the events \(events.0) to \(events.1) is \(stored == nil ? "missing" : "another")"
        )
    }

    /// The tree's edge in the checkpoint, and that the tree has no other nodes.
    func require(_ frontier: MerkleFrontier, _ index: borrowing IndexSnapshot) throws {
        guard index.checkpoint.frontier == frontier else {
            throw EventLogError.damagedIndex(
                files.index, "the edge of its hash tree after event \(frontier.size) is another")
        }
        let nodes = try index.disk.count(index.generation.tree)
        guard nodes == TreeNode.count(in: frontier.size) else {
            throw EventLogError.damagedIndex(
                files.index,
                "its hash tree has \(nodes) nodes, a tree over \(frontier.size) events has "
                    + "\(TreeNode.count(in: frontier.size))")
        }
    }

    /// What the first entry is said to be of that nothing in the log gives; nil: none is.
    func foreignEntry(
        _ index: borrowing IndexSnapshot, _ transaction: borrowing ReadTransaction
    ) throws -> String? {
        var cursor = try Cursor(index.generation.entries, in: index.disk)
        while try cursor.next() {
            guard let key = cursor.key else { return "an entry with a damaged key" }
            let entry = IndexEntry(
                key: key, kind: cursor.value.bigEndian32(at: 0), number: cursor.value.bigEndian64(at: 4))
            guard try !isGiven(entry, transaction) else { continue }
            let isOutcome = entry.kind == IndexEntry.receiptOfOutcome
            return "an entry of \(isOutcome ? "outcome" : "event") \(entry.number)"
        }
        return nil
    }

    private func isGiven(_ entry: IndexEntry, _ transaction: borrowing ReadTransaction) throws -> Bool {
        if entry.kind == IndexEntry.receiptOfOutcome {
            guard try transaction.contains(entry.number, in: log.outcomes) else { return false }
            return hasher.entry(of: try log.outcome(entry.number, transaction), number: entry.number) == entry
        }
        guard try transaction.contains(entry.number, in: log.events) else { return false }
        var entries: [IndexEntry] = []
        try log.withRecord(at: entry.number, transaction) { hasher.appendEntries(of: $0, to: &entries) }
        return entries.contains(entry)
    }
}

extension EventLogError {
    static func damagedIndex(_ path: String, _ reason: String) -> EventLogError {
        EventLogError(
            .corrupted, "the index in \(path) does not agree with the log: \(reason); remove \(path), it is made again")
    }
}
