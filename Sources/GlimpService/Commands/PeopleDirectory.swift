import EventLog
public import GlimpDomain
import Synchronization

/// Who bears which username, straight from the log: right at once after a registration, without any read model.
public final class PeopleDirectory: Sendable {
    private let log: EventLog
    private let hasher: KeyedHasher
    private let strangers: Strangers
    /// By the name as it was spelled. A name never changes hands, so what was found once stays true.
    private let known = Mutex<[String: Bearer]>([:])
    private static let maximumKnown = 100_000

    /// Who bears a name.
    struct Bearer: Sendable {
        let user: UserID
        /// The name, if something was refused under it before it was registered.
        let onceUnknown: Username?
    }

    init(log: EventLog, hasher: KeyedHasher, strangers: Strangers) {
        self.log = log
        self.hasher = hasher
        self.strangers = strangers
    }

    /// - Returns: nil when nobody has the name, or it can be nobody's.
    public func find(_ name: String) throws -> UserID? { try bearer(of: name)?.user }

    func bearer(of name: String) throws -> Bearer? {
        if let bearer = known.withLock({ $0[name] }) { return bearer }
        guard let username = Username(name) else { return nil }
        let query = Query(types: [AccountRegistered.type], tags: [hasher.hash(username).tag])
        guard let event = try log.read(query, from: nil, backwards: false, limit: 1).first,
            case .accountRegistered(let registered) = try DomainEvent(event)
        else { return nil }
        let bearer = Bearer(
            user: registered.user, onceUnknown: try strangers.hasMark(username) ? username : nil)
        known.withLock { known in
            if known.count >= Self.maximumKnown { known.removeAll() }
            known[name] = bearer
        }
        return bearer
    }
}
