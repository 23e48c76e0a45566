/// Shows that an event is in a log that was signed. Needs no log to be checked.
///
/// Printed as C2SP's tlog-proof: the `extra` line has the ``LeafContent``, the index is the position less one.
public struct InclusionProof: Hashable, Sendable, CustomStringConvertible {
    /// From 0.
    let index: UInt64
    public let content: LeafContent
    /// From the leaf's sibling to the root's child.
    public let path: [TreeHash]
    public let checkpoint: SignedCheckpoint

    public var position: Position { Position(index + 1) }

    static let header = "c2sp.org/tlog-proof@v1"

    init(index: UInt64, content: LeafContent, path: [TreeHash], checkpoint: SignedCheckpoint) {
        self.index = index
        self.content = content
        self.path = path
        self.checkpoint = checkpoint
    }

    init(_ lines: inout ProofLines) throws(EventLogError) {
        guard let extra = lines.next(after: "extra "), let bytes = [UInt8](base64: extra),
            let index = lines.next(after: "index ").flatMap({ UInt64(decimal: $0) }), index < .max
        else {
            throw EventLogError(
                .invalidProof, "the proof must have the lines `extra BASE64`, with the leaf, and `index NUMBER`")
        }
        self.index = index
        content = LeafContent(bytes: bytes)
        path = try lines.hashes()
        checkpoint = try SignedCheckpoint(SignedNote(lines.rest))
    }

    public var description: String {
        ProofLines.text(
            [Self.header, "extra \(content.bytes.base64)", "index \(index)"], path, checkpoint)
    }

    /// - Throws: ``EventLogError`` `invalid_proof`: what is wrong with it.
    public func verify(_ verifier: NoteVerifier) throws(EventLogError) {
        try checkpoint.requireSignature(by: verifier)
        guard let leaf = content.hash(at: position.rawValue) else {
            throw EventLogError(.invalidProof, "the `extra` line is no event at position \(position), nor its hashes")
        }
        let head = checkpoint.head
        guard MerkleProof.includes(leaf, at: index, in: head.size, root: head.root, path: path) else {
            throw EventLogError(
                .invalidProof, "the hashes do not lead from event \(position) to the root over \(head.size) events")
        }
    }
}
