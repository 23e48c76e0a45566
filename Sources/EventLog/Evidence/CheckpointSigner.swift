/// Signs what a log has come to, and nothing that takes back what it signed before.
///
/// Its directory holds the private key and the last checkpoint that it signed. Whoever serves the log to others needs
/// neither: keep the directory where that process can't read it. One signer at a time.
public final class CheckpointSigner: Sendable {
    private let directory: String
    private let key: NoteSigner
    /// Held as long as it lives.
    private let lock: AdvisoryLock

    /// The public key: what others need to check what is signed.
    public var verifier: NoteVerifier { key.verifier }

    private var lastFile: String { directory + "/last" }

    /// Opens the directory. A missing one is made with a new key.
    /// - Parameter origin: what the log is called in every checkpoint; nil: as the key says that is there.
    /// - Throws: ``EventLogError``: `locked` while another signer is at work; `not_found`: there is no key, and no origin
    ///   to make one with; `invalid_input`: no name that a key may have, or not the one that it has; `corrupted`.
    public init(directory: String, origin: String?) throws {
        self.directory = directory
        let keyFile = directory + "/key"
        guard origin != nil || FileSystem.exists(keyFile) else {
            throw EventLogError(.notFound, "there is no signing key at \(keyFile)")
        }
        if try FileSystem.makeDirectory(directory) { try FileSystem.sync(FileSystem.parent(of: directory)) }
        guard let lock = try AdvisoryLock(directory + "/signing.lock", exclusive: true) else {
            throw EventLogError(.locked, "another process signs with the key in \(directory); one at a time does")
        }
        self.lock = lock
        key = try Self.key(in: keyFile, origin, isNew: !FileSystem.exists(directory + "/last"))
        guard origin == nil || origin == verifier.name else {
            throw EventLogError(
                .invalidInput, "the key in \(directory) is of \(verifier.name); a key keeps its origin")
        }
    }

    private static func key(in file: String, _ origin: String?, isNew: Bool) throws -> NoteSigner {
        if let stored = try FileSystem.read(file) {
            guard let key = NoteSigner(stored: String(decoding: stored.prefix { $0 != 0x0A }, as: UTF8.self)) else {
                throw EventLogError(.corrupted, "\(file) was altered: it is no private key; restore it")
            }
            return key
        }
        guard isNew else {
            throw EventLogError(
                .corrupted, "\(file) is gone, and checkpoints were signed with it; restore it from a backup")
        }
        guard let origin, let key = NoteSigner(name: origin) else {
            throw EventLogError(
                .invalidInput, "`\(origin ?? "")` can't be an origin: 1 to 255 bytes without spaces and `+`")
        }
        // Aside, synced and renamed, readable for its owner only.
        try FileSystem.replace(file, with: Array((key.stored + "\n").utf8))
        return key
    }

    /// Signs what is indexed now, and publishes it in the log's directory. Every record since the last checkpoint is
    /// read and hashed again: what is signed is what the records say, on top of what was signed before.
    /// - Parameter progress: called now and then with the events read, and how many there are to read.
    /// - Returns: the last checkpoint once more when nothing was appended since.
    /// - Throws: ``EventLogError``: `checkpoint_mismatch` when the log does not extend what was signed before;
    ///   `corrupted`, with a position if it is an event; `busy`, `io_error`.
    public func sign(
        _ log: EventLog, progress: (UInt64, UInt64) -> Void = { _, _ in }
    ) throws -> SignedCheckpoint {
        let evidence = log.evidence
        let last = try lastSigned(evidence)
        try log.catchUpIndex()
        let (head, start) = try log.withTree { tree in
            if let last { try tree.requireAgreement(with: last.head, of: lastFile) }
            let head = TreeHead(size: tree.size, root: try tree.root(at: tree.size))
            // Its root is that of the last checkpoint, so these hashes are what was signed, wherever they were read.
            return (head, try tree.frontier(at: last?.head.size ?? 0))
        }
        if let last, last.head == head {
            try evidence.publish(last, verifier)
            return last
        }
        guard last == nil || start.root == last?.head.root,
            try Self.root(after: start, through: head.size, log, progress) == head.root
        else { throw EventLogError.damagedIndex(log.directory + "/index", "its hash tree is not that of the records") }
        let signed = try SignedCheckpoint(head, signedBy: key)
        // Kept before anybody sees it.
        try FileSystem.replace(lastFile, with: Array(signed.note.description.utf8))
        try evidence.publish(signed, verifier)
        return signed
    }

    /// What was signed last: what this directory says, or what was published, should this be an older copy.
    private func lastSigned(_ evidence: EvidenceDirectory) throws -> SignedCheckpoint? {
        let published = try evidence.checkpoint()
        if let other = try evidence.verifier(), published != nil, other != verifier {
            throw EventLogError(
                .checkpointMismatch,
                "the checkpoint in \(evidence.path) was signed with another key, \(other); restore that key to "
                    + "\(directory), or if it is lost remove \(evidence.path) and tell who checks this log the new one")
        }
        guard let stored = try FileSystem.read(lastFile) else { return published }
        do {
            let last = try SignedCheckpoint(SignedNote(String(decoding: stored, as: UTF8.self)))
            try last.requireSignature(by: verifier)
            guard let published, published.head.size > last.head.size else { return last }
            return published
        } catch {
            throw EventLogError(.corrupted, "\(lastFile) was altered: \(EventLogError.from(error).message); restore it")
        }
    }

    /// Continues the tree with the records' own hashes, each checked against its record.
    private static func root(
        after start: MerkleFrontier, through end: UInt64, _ log: EventLog, _ progress: (UInt64, UInt64) -> Void
    ) throws -> TreeHash {
        var frontier = start
        guard start.size < end else { return frontier.root }
        try log.forEachRecord(from: Position(start.size + 1), through: Position(end)) { record in
            try LeafHash.require(of: record)
            frontier.append(TreeHash(checked: record.leafHash))
            if frontier.size % 65_536 == 0 { progress(frontier.size - start.size, end - start.size) }
            return true
        }
        return frontier.root
    }
}
