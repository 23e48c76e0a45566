import Testing

@testable import EventLog

/// Signed notes as golang.org/x/mod/sumdb/note writes and reads them.
@Suite struct NoteTests {
    /// The keys and the note of that package's documentation.
    private static let vkey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    private static let skey = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
    private static let text =
        "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    private static let note =
        text
        + "\n\u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"

    @Test func theNoteOfTheDocumentation() throws {
        let verifier = try NoteVerifier(Self.vkey)
        #expect(verifier.name == "PeterNeumann")
        #expect(verifier.description == Self.vkey)
        let note = try SignedNote(Self.note)
        #expect(note.text == Self.text)
        #expect(note.description == Self.note)
        try note.requireSignature(by: verifier)
        let signer = try #require(NoteSigner(stored: Self.skey))
        #expect(signer.verifier == verifier)
        #expect(signer.stored == Self.skey)
        #expect("\(signer)" == "redacted")
        #expect(try SignedNote(text: Self.text, signatures: [signer.sign(Self.text)]) == note)
    }

    /// Changing any byte of the note is noticed, whether or not it can still be read as one.
    @Test func anAlteredByteIsNoticed() throws {
        let verifier = try NoteVerifier(Self.vkey)
        let bytes = Array(Self.note.utf8)
        for place in bytes.indices {
            for flip in [UInt8(1), 2, 3, 0x20] {
                var altered = bytes
                altered[place] ^= flip
                guard let text = String(validating: altered, as: UTF8.self) else { continue }
                #expect(throws: EventLogError.self, "byte \(place)") {
                    try SignedNote(text).requireSignature(by: verifier)
                }
            }
        }
    }

    @Test func signaturesByOthersAreIgnored() throws {
        let verifier = try NoteVerifier(Self.vkey)
        let other = try #require(NoteSigner(name: "witness.example"))
        var note = try SignedNote(Self.note)
        note = SignedNote(text: note.text, signatures: [try other.sign(note.text)] + note.signatures)
        try SignedNote(note.description).requireSignature(by: verifier)
        try SignedNote(note.description).requireSignature(by: other.verifier)
        let stranger = try #require(NoteSigner(name: "PeterNeumann")).verifier
        #expect(throws: EventLogError.self) { try note.requireSignature(by: stranger) }
    }

    @Test(arguments: [
        "", "text\n", "text\n\n", "text\n\nsigned\n", "text\n\n\u{2014} a b\n", "text\n\n\u{2014} a AAAA\n",
        "text\n\n\u{2014} a+b AAAAAAAA\n", "text\t\n\n\u{2014} a AAAAAAAA\n", "text\n\n\u{2014} a AAAAAAAA",
    ]) func whatIsNoNoteIsRefused(_ text: String) {
        #expect(throws: EventLogError.self) { try SignedNote(text) }
    }

    @Test(arguments: [
        "", "PeterNeumann", "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a3+AhpC2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "Peter Neumann+c74f20a3+ARpc",
        "+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ]) func whatIsNoKeyIsRefused(_ text: String) {
        #expect(throws: EventLogError.self) { try NoteVerifier(text) }
    }

    @Test(arguments: [
        "log\n1\nAAAA\n", "log\n01\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "log\n-1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", "log\n0\n",
        "\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
    ]) func whatIsNoCheckpointIsRefused(_ text: String) throws {
        let signer = try #require(NoteSigner(name: "log"))
        let note = SignedNote(text: text, signatures: [try signer.sign(text)])
        #expect(throws: EventLogError.self) { try SignedCheckpoint(note) }
    }
}
