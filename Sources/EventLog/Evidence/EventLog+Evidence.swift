public import FoundationEssentials

/// What others can check this log by. Roots and proofs are of what is indexed on disk; what a checkpoint was signed for
/// always is.
extension EventLog {
    var evidence: EvidenceDirectory { LogDirectory(directory, EventLogOptions()).evidence }

    /// The head of the hash tree over the events that are indexed now.
    /// - Throws: ``EventLogError``.
    public func treeHead() throws -> TreeHead {
        try withTree { TreeHead(size: $0.size, root: try $0.root(at: $0.size)) }
    }

    /// The head of the hash tree as it was after `size` events.
    /// - Throws: ``EventLogError``, among them `invalid_input` when so many are not indexed.
    public func treeHead(at size: UInt64) throws -> TreeHead {
        try withTree { tree in
            try tree.require(size)
            return TreeHead(size: size, root: try tree.root(at: size))
        }
    }

    /// Has everything that is committed now written to the index on disk.
    /// - Throws: ``EventLogError``, among them `busy` when that makes no progress.
    public func catchUpIndex() throws { try flusher.waitForFlush() }

    /// What a ``CheckpointSigner`` signed last; nil: nothing yet.
    /// - Throws: ``EventLogError``: `corrupted`, `io_error`.
    public func signedCheckpoint() throws -> SignedCheckpoint? { try evidence.checkpoint() }

    /// The public key that checkpoints are signed with; nil: nothing was signed yet.
    /// - Throws: ``EventLogError``: `corrupted`, `io_error`.
    public func signingKey() throws -> NoteVerifier? { try evidence.verifier() }

    /// Shows that the event is in the log that the last checkpoint was signed for.
    /// - Parameter content: with the event's record; else only with the hashes of its header and its payload.
    /// - Throws: ``EventLogError``: `not_signed`, `invalid_input`, `checkpoint_mismatch`, `corrupted`.
    public func inclusionProof(of position: Position, content: Bool = true) throws -> InclusionProof {
        let signed = try requireSigned()
        guard position > .beginning else {
            throw EventLogError(.invalidInput, "there is no event at position \(position); positions begin at 1")
        }
        guard position.rawValue <= signed.head.size else {
            throw EventLogError(
                .notSigned, "event \(position) is not in the last signed checkpoint, which is of \(signed.head.size)")
        }
        return try withTree { tree in
            try tree.requireAgreement(with: signed.head, of: evidence.path)
            let index = position.rawValue - 1
            let leaf = try tree.log.withRecord(at: position.rawValue, tree.events) { record in
                try LeafHash.require(of: record)
                return content ? LeafContent(recordOf: record) : LeafContent(hashesOf: record)
            }
            return InclusionProof(
                index: index, content: leaf, path: try tree.inclusionPath(of: index, in: signed.head.size),
                checkpoint: signed)
        }
    }

    /// Shows that the log of `second` events begins with the log of `first`.
    /// - Parameter second: nil: as many as the last signed checkpoint is of.
    /// - Throws: ``EventLogError``: `not_signed`, `invalid_input`, `checkpoint_mismatch`, `corrupted`.
    public func consistencyProof(from first: UInt64, to second: UInt64? = nil) throws -> ConsistencyProof {
        let signed = second == nil ? try requireSigned() : try signedCheckpoint()
        let second = second ?? signed?.head.size ?? 0
        guard first <= second else {
            throw EventLogError(.invalidInput, "a log of \(second) events can't begin with \(first)")
        }
        return try withTree { tree in
            try tree.require(second)
            let own = signed?.head.size == second ? signed : nil
            if let own { try tree.requireAgreement(with: own.head, of: evidence.path) }
            return ConsistencyProof(
                first: TreeHead(size: first, root: try tree.root(at: first)),
                second: TreeHead(size: second, root: try tree.root(at: second)),
                path: try tree.consistencyPath(from: first, to: second), checkpoint: own)
        }
    }

    /// Where the event with this id is; nil: nowhere. Reads the log from its beginning: event ids are not indexed.
    /// - Throws: ``EventLogError``.
    public func position(of event: UUID) throws -> Position? {
        var found: Position?
        try forEachRecord { record in
            if record.eventID == event { found = record.position }
            return found == nil
        }
        return found
    }

    private func requireSigned() throws -> SignedCheckpoint {
        guard let signed = try signedCheckpoint() else {
            throw EventLogError(.notSigned, "no checkpoint of \(directory) was signed yet: `glimp log checkpoint` does")
        }
        return signed
    }

    func withTree<R>(_ body: (borrowing TreeSnapshot) throws -> R) throws -> R {
        try reading { try body(try TreeSnapshot.take(index.log, index.current)) }
    }
}

extension TreeSnapshot {
    /// - Throws: ``EventLogError`` `invalid_input`: the tree has fewer events.
    fileprivate func require(_ size: UInt64) throws(EventLogError) {
        guard size <= self.size else {
            throw EventLogError(.invalidInput, "\(size) events are not indexed yet; \(self.size) are")
        }
    }
}
