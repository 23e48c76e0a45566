public import FoundationEssentials

/// Who asks for an append, and under which id, so that a retry has the first outcome.
public struct CommandContext: Hashable, Sendable {
    /// An opaque surrogate of at most 255 bytes: who acts. Stands in every event the command appends.
    public var actor: String
    /// Together with the actor the key of the receipt. nil: no receipt, a retry is a new command.
    public var id: UUID?
    /// A keyed digest (16 bytes) of the command's body as sent; another digest under the same id is `id_reused`.
    public var bodyDigest: [UInt8]

    public init(actor: String, id: UUID? = nil, bodyDigest: [UInt8] = []) {
        self.actor = actor
        self.id = id
        self.bodyDigest = bodyDigest
    }
}

/// Why a command was turned down: a result of deciding, not an error. It appends nothing.
public struct Refusal: Error, Hashable, Sendable {
    /// Stable, `snake_case`: `request_already_open`.
    public var code: String
    /// For people; without personal data.
    public var message: String
    /// The ids of what stood in the way, for example each friend who is none.
    public var subjects: [String]

    public init(_ code: String, _ message: String, subjects: [String] = []) {
        self.code = code
        self.message = message
        self.subjects = subjects
    }
}

/// What a decision comes to.
public enum Decision: Hashable, Sendable {
    /// Accepted. An empty list: accepted with nothing to append.
    case accepted([Event])
    case refused(Refusal)
}

/// What became of a command or an append. Kept with the log, so that a retry gets the same answer.
public struct Outcome: Hashable, Sendable {
    public enum Result: Hashable, Sendable {
        /// The first and the last position of the events it appended, and their ids in order.
        case appended(first: Position, last: Position, eventIDs: [UUID])
        /// Accepted; there was nothing to append.
        case nothingToAppend
        case refused(Refusal)
    }
    public var result: Result
    /// The last event appended; else the head when it was decided.
    public var position: Position
    /// The same actor and id had been here before; nothing was done this time.
    public var isDuplicate: Bool

    public init(result: Result, position: Position, isDuplicate: Bool = false) {
        self.result = result
        self.position = position
        self.isDuplicate = isDuplicate
    }
}
