import EventLog
import FoundationEssentials
import GlimpSchemas

/// What a message needs to become a command: hashes, ids for what has none, who bears which name, where the log ends.
public struct Door: Sendable {
    public let hasher: KeyedHasher
    /// The last position that a caller can know of; the beginning for a command that names none.
    ///
    /// It only grows: a position at or before it is one for ever.
    let head: Position
    /// The session that the command came in; nil: it came in none.
    let session: UUID?
    private let makeID: @Sendable () -> UUID
    private let people: [String: UserID]
    private let uploads: Uploads

    /// - Parameters:
    ///   - makeID: gives a fresh UUID each time.
    ///   - people: by their username, as the message spells it.
    ///   - uploads: the pictures that the message may name.
    ///   - session: that the command came in.
    init(
        hasher: KeyedHasher, head: Position, makeID: @escaping @Sendable () -> UUID, people: [String: UserID],
        uploads: Uploads = .asDescribed, session: UUID? = nil
    ) {
        self.session = session
        self.hasher = hasher
        self.head = head
        self.makeID = makeID
        self.people = people
        self.uploads = uploads
    }

    /// The id that a field gives, or a fresh one when it gives none.
    func id<ID: Identifier>(_ text: String?, _ field: String) throws(Refusal) -> ID {
        guard let text else { return ID(rawValue: makeID()) }
        return try .field(text, field)
    }

    /// Whom a field means, by id or by username.
    /// - Parameter place: which one, in a field that names several.
    func person(_ text: String, _ field: String, place: String? = nil) throws(Refusal) -> Person {
        if let id = UserID(text) { return Person(id: id, subject: id.description) }
        guard !text.isEmpty else {
            throw .invalid(field, "`\(Refusal.jsonName(field))` is missing: a person, by user id or by username.")
        }
        return Person(id: people[text], subject: place ?? field)
    }

    /// The picture that a field means; nil: the one who acts has uploaded no such picture.
    /// - Parameters:
    ///   - uploader: the one who acts.
    ///   - path: where it stands, as JSON has it; nil: the field itself.
    func photo(
        _ wire: Glimp_V1_UploadedPhoto, of uploader: UserID, _ field: String = "photo", at path: String? = nil
    ) throws(Refusal) -> UploadedPhoto? {
        try uploads.photo(wire, of: uploader, field, at: path ?? field, hasher)
    }
}

extension Identifier {
    /// The id that a field of a message gives.
    static func field(_ text: String, _ field: String) throws(Refusal) -> Self {
        try self.field(text, field, at: Refusal.jsonName(field))
    }

    /// - Parameter path: where it stands, as JSON has it.
    static func field(_ text: String, _ field: String, at path: String) throws(Refusal) -> Self {
        guard !text.isEmpty else { throw .invalid(field, "`\(path)` is missing: an id, which is a UUID.") }
        guard let id = Self(text) else {
            throw .invalid(field, "`\(path)` has to be an id, a UUID: 8-4-4-4-12 hexadecimal digits.")
        }
        return id
    }
}

extension UserID {
    /// The acting person.
    static func acting(_ actor: Actor?) throws(Refusal) -> UserID {
        guard case .user(let id) = actor else { throw .actorRequired }
        return id
    }
}
