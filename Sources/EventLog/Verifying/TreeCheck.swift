/// The hash tree made again from the records, and compared with what was signed of it.
struct TreeCheck {
    private(set) var frontier = MerkleFrontier()
    private let signed: TreeHead?
    private let file: String

    /// - Parameters:
    ///   - signed: of the last signed checkpoint.
    ///   - file: where it was read, for the message.
    init(_ signed: TreeHead?, _ file: String) throws {
        self.signed = signed
        self.file = file
        try compare()
    }

    mutating func append(_ leaf: TreeHash, completed: (Int, UInt64, TreeHash) throws -> Void) throws {
        try frontier.append(leaf, completed: completed)
        try compare()
    }

    private func compare() throws {
        guard let signed, frontier.size == signed.size, frontier.root != signed.root else { return }
        throw EventLogError.mismatch(file, "is about \(signed.size) other events than those that are here")
    }

    /// - Throws: ``EventLogError`` `checkpoint_mismatch`: more was signed than there is.
    func requireSigned() throws {
        guard let signed, frontier.size < signed.size else { return }
        throw EventLogError.mismatch(file, "is about \(signed.size) events, and only \(frontier.size) are here")
    }
}
