import FoundationEssentials

/// Where a session is stored: the person's 16 bytes and its own, so that a person's sessions lie together.
struct SessionKey: Hashable, Sendable {
    let person: UUID
    let session: SessionID

    var bytes: [UInt8] { person.bytes + session.uuid.bytes }

    init(person: UUID, session: SessionID) {
        self.person = person
        self.session = session
    }

    /// - Throws: `corrupted`.
    init(bytes: [UInt8]) throws(CredentialsError) {
        guard bytes.count == 32 else { throw .damaged("the key of a session") }
        person = UUID(bytes: bytes[..<16])
        session = SessionID(UUID(bytes: bytes[16...]))
    }
}
