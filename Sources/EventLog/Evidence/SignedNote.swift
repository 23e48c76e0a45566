/// A text and who signed it (C2SP signed-note).
public struct SignedNote: Hashable, Sendable, CustomStringConvertible {
    struct Signature: Hashable, Sendable {
        var name: String
        var id: UInt32
        var bytes: [UInt8]
    }
    /// Ends with a newline.
    let text: String
    let signatures: [Signature]

    /// The most that is read of a note; the specification asks for at least sixteen signatures.
    static let maximumBytes = 1 << 16
    static let maximumSignatures = 64

    init(text: String, signatures: [Signature]) {
        self.text = text
        self.signatures = signatures
    }

    /// - Throws: ``EventLogError`` `invalid_proof`: it is no signed note.
    public init(_ note: String) throws(EventLogError) {
        guard note.utf8.count <= Self.maximumBytes, note.utf8.last == 0x0A,
            !note.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" }),
            // The last empty line separates the text from the signatures.
            let gap = note.range(ofLast: "\n\n")
        else { throw .noNote("it has no signatures after an empty line") }
        text = String(note[..<note.index(after: gap.lowerBound)])
        let lines = note[gap.upperBound...].dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        guard (1...Self.maximumSignatures).contains(lines.count) else {
            throw .noNote("it has \(lines.count) lines of signatures, 1 to \(Self.maximumSignatures) are allowed")
        }
        var signatures: [Signature] = []
        for line in lines {
            guard let signature = Signature(line) else { throw .noNote("`\(line.prefix(100))` is no signature") }
            signatures.append(signature)
        }
        self.signatures = signatures
    }

    public var description: String { text + "\n" + signatures.map { "\($0)\n" }.joined() }

    /// - Throws: ``EventLogError`` `invalid_proof`: this key has not signed it, or the signature is wrong. Signatures by
    ///   keys that are not known are ignored.
    public func requireSignature(by verifier: NoteVerifier) throws(EventLogError) {
        let own = signatures.filter { $0.name == verifier.name && $0.id == verifier.id }
        guard !own.isEmpty else {
            let names = signatures.map { "\($0.name)+\($0.hexID)" }.joined(separator: ", ")
            throw EventLogError(
                .invalidProof, "the note is signed by \(names), not by \(verifier.name)+\(verifier.hexID)")
        }
        guard own.allSatisfy({ verifier.isValid($0.bytes, for: text) }) else {
            throw EventLogError(
                .invalidProof, "the signature of \(verifier.name) is not that of this note: one of the two was altered")
        }
    }
}

extension SignedNote.Signature: CustomStringConvertible {
    /// nil: no line `— NAME BASE64` with four bytes of key id and a signature.
    init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "\u{2014}", NoteVerifier.isName(String(parts[1])),
            let bytes = [UInt8](base64: parts[2]), bytes.count > 4
        else { return nil }
        name = String(parts[1])
        id = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        self.bytes = Array(bytes.dropFirst(4))
    }

    fileprivate var hexID: String { String(id, radix: 16) }

    var description: String {
        let id = withUnsafeBytes(of: id.bigEndian) { Array($0) }
        return "\u{2014} \(name) \((id + bytes).base64)"
    }
}

extension EventLogError {
    fileprivate static func noNote(_ why: String) -> EventLogError {
        EventLogError(.invalidProof, "this is no signed note (C2SP signed-note): \(why)")
    }
}

extension String {
    /// Where two newlines stand side by side for the last time.
    fileprivate func range(ofLast pair: String) -> Range<Index>? {
        var end = utf8.endIndex
        let wanted = Array(pair.utf8)
        while let start = utf8.index(end, offsetBy: -wanted.count, limitedBy: utf8.startIndex) {
            if utf8[start..<end].elementsEqual(wanted) { return start..<end }
            end = utf8.index(before: end)
        }
        return nil
    }
}
