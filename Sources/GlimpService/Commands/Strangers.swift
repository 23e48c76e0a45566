import EventLog
import FoundationEssentials
import GlimpDomain

/// What was sent under a name before anybody bore it: refused, and kept under the keyed hash of the name.
///
/// Once the name is registered, its bearer's commands run under the user's id; the same line again must find its first
/// outcome all the same. So that not every command pays for a second look-up, the first refusal under a name leaves a
/// mark, and only bearers of a name with a mark are looked up twice. Nothing is refused under a name after its
/// registration: whoever looked before that learns it in the transaction. So what the mark says of a bearer stays true.
struct Strangers: Sendable {
    private let log: EventLog
    private let hasher: KeyedHasher

    init(log: EventLog, hasher: KeyedHasher) {
        self.log = log
        self.hasher = hasher
    }

    /// Whether something was refused under the name before it was registered.
    func hasMark(_ name: Username) throws -> Bool { try log.outcome(of: Self.mark(hasher.hash(name))) != nil }

    /// Whether a command of this id was refused under the name.
    /// - Throws: ``EventLogError`` `id_reused` when it had another body.
    func hasOutcome(_ name: Username, id: CommandID, bodyDigest: [UInt8]) throws -> Bool {
        let actor = Actor.registration(hasher.hash(name))
        return try log.outcome(
            of: CommandContext(actor: actor.rawValue, id: id.rawValue, bodyDigest: bodyDigest)) != nil
    }

    /// Leaves the mark, in the transaction in which a command with an id is refused under the name.
    /// - Throws: ``EventLogError`` `conflict` when the name has been registered since it was looked up.
    func mark(_ name: Username, in transaction: inout LogTransaction) throws {
        let hash = hasher.hash(name)
        let registrations = Query(types: [AccountRegistered.type], tags: [hash.tag])
        guard try transaction.read(registrations, after: .beginning).isEmpty else {
            throw EventLogError(.conflict, "the sender's name has just been registered; send the command again")
        }
        let handler = CommandHandler<Void>(
            context: Self.mark(hash), boundary: registrations, initialState: (), evolve: { _, _ in },
            decide: { _, _ in .accepted([]) })
        _ = try transaction.execute(handler, time: transaction.time())
    }

    /// One a name; its actor issues nothing else.
    private static func mark(_ name: KeyedHash<Username>) -> CommandContext {
        CommandContext(actor: Actor.system("strangers").rawValue, id: name.uuid)
    }
}

extension KeyedHash {
    /// The first 16 bytes of the hash.
    fileprivate var uuid: UUID? {
        let digits = Array(description.utf8.prefix(32))
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
        return UUID(canonical: groups.joined(separator: "-"))
    }
}
