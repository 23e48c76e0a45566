/// A proof of either kind, as text.
public enum ProofFile: Hashable, Sendable {
    case inclusion(InclusionProof)
    case consistency(ConsistencyProof)

    /// A record of a megabyte and more in base64, and the rest.
    public static let maximumBytes = 4 << 20

    /// - Throws: ``EventLogError`` `invalid_proof`: it is no proof.
    public init(_ bytes: [UInt8]) throws(EventLogError) {
        guard bytes.count <= Self.maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw EventLogError(.invalidProof, "a proof is UTF-8 text of at most \(Self.maximumBytes) bytes")
        }
        var lines = ProofLines(text)
        switch lines.next() {
        case InclusionProof.header: self = .inclusion(try InclusionProof(&lines))
        case ConsistencyProof.header: self = .consistency(try ConsistencyProof(&lines))
        default:
            throw EventLogError(
                .invalidProof,
                "the first line must be `\(InclusionProof.header)` or `\(ConsistencyProof.header)`")
        }
    }
}

/// A proof's lines, taken from the front: some of its own, hashes, an empty line, and a checkpoint or nothing.
struct ProofLines {
    /// What was not taken yet.
    private(set) var rest: String

    /// A tree of 2^63 leaves needs no more, nor does a step between two.
    private static let maximumHashes = 128

    init(_ text: String) { rest = text }

    mutating func next() -> String? {
        guard let end = rest.utf8.firstIndex(of: 0x0A) else { return nil }
        defer { rest = String(rest[rest.utf8.index(after: end)...]) }
        return String(rest[..<end])
    }

    /// The rest of the next line, which must begin like this.
    mutating func next(after word: String) -> String? {
        guard let line = next(), line.hasPrefix(word) else { return nil }
        return String(line.dropFirst(word.count))
    }

    /// Up to and with the empty line.
    mutating func hashes() throws(EventLogError) -> [TreeHash] {
        var hashes: [TreeHash] = []
        while let line = next() {
            if line.isEmpty { return hashes }
            guard hashes.count < Self.maximumHashes, let hash = TreeHash(base64: line) else {
                throw EventLogError(
                    .invalidProof, "`\(line.prefix(100))` is no hash in base64, or there are too many of them")
            }
            hashes.append(hash)
        }
        throw EventLogError(.invalidProof, "the proof ends before the empty line after its hashes")
    }

    static func text(_ own: [String], _ path: [TreeHash], _ checkpoint: SignedCheckpoint?) -> String {
        (own + path.map(\.base64)).map { $0 + "\n" }.joined() + "\n" + (checkpoint?.note.description ?? "")
    }
}
