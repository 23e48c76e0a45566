/// How large the log's hash tree is, and its root: says everything about what is in the log, and tells nothing of it.
public struct TreeHead: Hashable, Sendable {
    /// The position of the last event in it.
    public var size: UInt64
    public var root: TreeHash

    public init(size: UInt64, root: TreeHash) {
        self.size = size
        self.root = root
    }
}

/// A tree head that was signed: a C2SP checkpoint (tlog-checkpoint).
public struct SignedCheckpoint: Hashable, Sendable {
    /// Which log: the first line.
    public let origin: String
    public let head: TreeHead
    /// What was signed, and the signatures; other keys than the log's may have signed too.
    public let note: SignedNote

    /// Reads the text; whether the signatures are right is another question (``SignedNote/requireSignature(by:)``).
    /// - Throws: ``EventLogError`` `invalid_proof`: it is no checkpoint.
    public init(_ note: SignedNote) throws(EventLogError) {
        let lines = note.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard lines.count >= 3, lines.allSatisfy({ !$0.isEmpty }), let size = UInt64(decimal: lines[1]),
            let root = TreeHash(base64: lines[2])
        else {
            throw EventLogError(
                .invalidProof,
                "the note is no checkpoint (C2SP tlog-checkpoint): its lines must be origin, size, and root in base64")
        }
        origin = String(lines[0])
        head = TreeHead(size: size, root: root)
        self.note = note
    }

    init(_ head: TreeHead, signedBy signer: NoteSigner) throws {
        origin = signer.verifier.name
        self.head = head
        let text = "\(origin)\n\(head.size)\n\(head.root)\n"
        note = SignedNote(text: text, signatures: [try signer.sign(text)])
    }

    /// - Throws: ``EventLogError`` `invalid_proof`: the key, whose name must be the origin, has not signed it.
    public func requireSignature(by verifier: NoteVerifier) throws(EventLogError) {
        guard origin == verifier.name else {
            throw EventLogError(.invalidProof, "the checkpoint is of \(origin), the key is of \(verifier.name)")
        }
        try note.requireSignature(by: verifier)
    }
}

extension UInt64 {
    /// nil: something else than ASCII digits, or with leading zeroes.
    init?(decimal text: some StringProtocol) {
        guard let number = UInt64(text), String(number) == text else { return nil }
        self = number
    }
}
