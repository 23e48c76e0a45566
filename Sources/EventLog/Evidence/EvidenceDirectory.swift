/// Where the last signed checkpoint is for everybody who has the log: outside of log and index, which it tells about.
/// The signing key is not here.
struct EvidenceDirectory: Sendable {
    let path: String

    private var checkpointFile: String { path + "/checkpoint" }
    private var keyFile: String { path + "/vkey" }

    /// The public key that the checkpoint is signed with; nil: nothing was signed yet.
    func verifier() throws(EventLogError) -> NoteVerifier? {
        guard let text = try text(of: keyFile) else { return nil }
        do throws(EventLogError) {
            return try NoteVerifier(String(text.prefix { $0 != "\n" }))
        } catch {
            throw damaged(keyFile, error)
        }
    }

    /// The last signed checkpoint, its signature checked; nil: nothing was signed yet.
    func checkpoint() throws(EventLogError) -> SignedCheckpoint? {
        guard let text = try text(of: checkpointFile) else { return nil }
        guard let verifier = try verifier() else {
            throw EventLogError(
                .corrupted, "\(keyFile) is missing beside \(checkpointFile); sign again: it is written anew")
        }
        do throws(EventLogError) {
            let checkpoint = try SignedCheckpoint(SignedNote(text))
            try checkpoint.requireSignature(by: verifier)
            return checkpoint
        } catch {
            throw damaged(checkpointFile, error)
        }
    }

    /// The key first: a checkpoint is never there without it.
    func publish(_ checkpoint: SignedCheckpoint, _ verifier: NoteVerifier) throws(EventLogError) {
        if try FileSystem.makeDirectory(path) { try FileSystem.sync(FileSystem.parent(of: path)) }
        try FileSystem.replace(keyFile, with: Array("\(verifier)\n".utf8))
        try FileSystem.replace(checkpointFile, with: Array(checkpoint.note.description.utf8))
    }

    /// - Throws: ``EventLogError`` `checkpoint_mismatch`: this is not the tree that was signed, or an older one.
    func requireAgreement(of tree: borrowing TreeSnapshot) throws {
        guard let signed = try checkpoint()?.head else { return }
        try tree.requireAgreement(with: signed, of: checkpointFile)
    }

    /// What every opening looks at, with an index that need not be made again.
    /// - Throws: ``EventLogError`` `checkpoint_mismatch`: an older copy of the log was restored.
    func requireReached(by head: UInt64) throws(EventLogError) {
        guard let signed = try checkpoint()?.head, signed.size > head else { return }
        throw EventLogError.mismatch(checkpointFile, "is about \(signed.size) events, and only \(head) are here")
    }

    private func text(of file: String) throws(EventLogError) -> String? {
        guard let bytes = try FileSystem.read(file, limit: SignedNote.maximumBytes) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw damaged(file, EventLogError(.invalidProof, "it is no UTF-8"))
        }
        return text
    }

    private func damaged(_ file: String, _ error: EventLogError) -> EventLogError {
        EventLogError(
            .corrupted, "\(file) was altered: \(error.message); sign again after removing it, or restore \(path)")
    }
}

extension TreeSnapshot {
    /// - Parameter file: where the signed head was read, for the message.
    /// - Throws: ``EventLogError`` `checkpoint_mismatch`.
    func requireAgreement(with signed: TreeHead, of file: String) throws {
        guard signed.size <= size else {
            throw EventLogError.mismatch(file, "is about \(signed.size) events, and only \(size) are here")
        }
        guard try root(at: signed.size) == signed.root else {
            throw EventLogError.mismatch(file, "is about \(signed.size) other events than those that are here")
        }
    }
}

extension EventLogError {
    static func mismatch(_ file: String, _ what: String) -> EventLogError {
        EventLogError(
            .checkpointMismatch,
            "the signed checkpoint in \(file) \(what): the log is another one, an older copy, or was altered. Put the log "
                + "back that was signed; `glimp log verify` tells whether this one is whole. What was signed can't be "
                + "taken back: others may have it")
    }
}
