import LMDB

/// The hash tree as of one moment: the nodes in the index, the leaves in the records. Short-lived: it holds old pages.
struct TreeSnapshot: ~Copyable {
    let log: LogEnvironment
    let events: ReadTransaction
    let generation: IndexGeneration
    let disk: ReadTransaction
    let checkpoint: IndexCheckpoint

    static func take(_ log: LogEnvironment, _ generation: IndexGeneration) throws -> TreeSnapshot {
        // The index first, so that the log is never behind it.
        let disk = try generation.environment.beginRead()
        guard let checkpoint = try generation.checkpoint(disk) else {
            throw IndexTrouble.damaged("the index in \(generation.environment.directory) has no checkpoint")
        }
        return TreeSnapshot(
            log: log, events: try log.environment.beginRead(), generation: generation, disk: disk,
            checkpoint: checkpoint)
    }

    private init(
        log: LogEnvironment, events: consuming ReadTransaction, generation: IndexGeneration,
        disk: consuming ReadTransaction, checkpoint: IndexCheckpoint
    ) {
        self.log = log
        self.events = events
        self.generation = generation
        self.disk = disk
        self.checkpoint = checkpoint
    }

    /// How many events the tree has: those that are indexed.
    var size: UInt64 { checkpoint.position }

    /// - Precondition: `size` events are in the tree; the same for the paths.
    func root(at size: UInt64) throws -> TreeHash {
        if size == self.size { return checkpoint.frontier.root }
        return try MerkleTree.root(of: size) { try subtree($0, $1) }
    }

    /// - Parameter index: of the leaf, from 0.
    func inclusionPath(of index: UInt64, in size: UInt64) throws -> [TreeHash] {
        try MerkleTree.inclusionPath(of: index, in: size) { try subtree($0, $1) }
    }

    func consistencyPath(from first: UInt64, to second: UInt64) throws -> [TreeHash] {
        try MerkleTree.consistencyPath(from: first, to: second) { try subtree($0, $1) }
    }

    /// The right edge of the tree when it had `size` events.
    func frontier(at size: UInt64) throws -> MerkleFrontier {
        var subtrees: [TreeHash] = []
        for height in (0..<64).reversed() where size >> UInt64(height) & 1 == 1 {
            subtrees.append(try subtree(height, (size >> UInt64(height)) - 1))
        }
        return MerkleFrontier(size: size, subtrees: subtrees) ?? MerkleFrontier()
    }

    /// Hashed from at most 128 nodes of the next lower level.
    private func subtree(_ height: Int, _ number: UInt64) throws -> TreeHash {
        if height == 0 {
            return try log.withRecord(at: number + 1, events) { TreeHash(checked: $0.leafHash) }
        }
        guard height % TreeNode.heightsALevel == 0 else {
            return TreeHash.node(try subtree(height - 1, 2 * number), try subtree(height - 1, 2 * number + 1))
        }
        let level = height / TreeNode.heightsALevel
        guard let node = try generation.node(level, number, disk) else {
            throw IndexTrouble.damaged(
                "the index in \(generation.environment.directory) has no node \(number) of level \(level) in its hash tree"
            )
        }
        return node
    }
}

extension LogEnvironment {
    /// What the events after those in `frontier` add to the tree.
    func growth<T: Transaction & ~Copyable>(
        of frontier: MerkleFrontier, through end: UInt64, _ transaction: borrowing T
    ) throws -> TreeGrowth {
        var growth = TreeGrowth(frontier)
        guard frontier.size < end else { return growth }
        try Matches.forEachEvent(in: frontier.size + 1...end, backwards: false, self, transaction) { record in
            growth.append(TreeHash(checked: record.leafHash))
            return true
        }
        return growth
    }
}
