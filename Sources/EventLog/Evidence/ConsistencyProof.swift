/// Shows that a log only grew: that the one of the second size begins with the one of the first. Needs no log to be
/// checked, but what was signed of both.
public struct ConsistencyProof: Hashable, Sendable, CustomStringConvertible {
    public let first: TreeHead
    public let second: TreeHead
    public let path: [TreeHash]
    /// What was signed of the second size, if that is what was signed last.
    public let checkpoint: SignedCheckpoint?

    static let header = "eventlog-consistency-proof@v1"

    init(first: TreeHead, second: TreeHead, path: [TreeHash], checkpoint: SignedCheckpoint?) {
        self.first = first
        self.second = second
        self.path = path
        self.checkpoint = checkpoint
    }

    init(_ lines: inout ProofLines) throws(EventLogError) {
        guard let first = lines.next(after: "old ").flatMap(TreeHead.init(line:)),
            let second = lines.next(after: "new ").flatMap(TreeHead.init(line:))
        else {
            throw EventLogError(.invalidProof, "the proof must have the lines `old SIZE ROOT` and `new SIZE ROOT`")
        }
        self.first = first
        self.second = second
        path = try lines.hashes()
        checkpoint = lines.rest.isEmpty ? nil : try SignedCheckpoint(SignedNote(lines.rest))
    }

    public var description: String {
        ProofLines.text(
            [Self.header, "old \(first.size) \(first.root)", "new \(second.size) \(second.root)"], path, checkpoint)
    }

    /// - Parameter known: checkpoints that the caller has; with the proof's own they must be of both sizes, unless the
    ///   first is of an empty log, about which there is nothing to know.
    /// - Throws: ``EventLogError`` `invalid_proof`: what is wrong with it; `not_signed`: nothing that is signed tells one
    ///   of the roots.
    public func verify(_ verifier: NoteVerifier, known: [SignedCheckpoint]) throws(EventLogError) {
        let signed = known + (checkpoint.map { [$0] } ?? [])
        for checkpoint in signed { try checkpoint.requireSignature(by: verifier) }
        for head in first.size == 0 ? [second] : [first, second] {
            let heads = signed.map(\.head).filter { $0.size == head.size }
            guard !heads.isEmpty else {
                throw EventLogError(
                    .notSigned,
                    "nothing signed tells the root over \(head.size) events: give the checkpoint of that size too")
            }
            guard heads.allSatisfy({ $0 == head }) else {
                throw EventLogError(
                    .invalidProof, "the proof's root over \(head.size) events is not the one that was signed")
            }
        }
        guard
            MerkleProof.extends(
                from: first.size, root: first.root, to: second.size, root: second.root, path: path)
        else {
            throw EventLogError(
                .invalidProof, "the hashes do not show that the log of \(second.size) begins with that of \(first.size)"
            )
        }
    }
}

extension TreeHead {
    /// nil: no line `SIZE ROOT`.
    fileprivate init?(line: String) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let size = UInt64(decimal: parts[0]), let root = TreeHash(base64: parts[1]) else {
            return nil
        }
        self.init(size: size, root: root)
    }
}
