import EventLog
public import GlimpDomain
import Synchronization

/// Who bears which username, straight from the log: right at once after a registration, without any read model.
public final class PeopleDirectory: Sendable {
    private let log: EventLog
    private let hasher: KeyedHasher
    /// By the name as it was spelled. A name never changes hands, so what was found once stays true.
    private let known = Mutex<[String: UserID]>([:])
    private static let maximumKnown = 100_000

    init(log: EventLog, hasher: KeyedHasher) {
        self.log = log
        self.hasher = hasher
    }

    /// - Returns: nil when nobody has the name, or it can be nobody's.
    public func find(_ name: String) throws -> UserID? {
        if let id = known.withLock({ $0[name] }) { return id }
        guard let username = Username(name) else { return nil }
        let query = Query(types: [AccountRegistered.type], tags: [hasher.hash(username).tag])
        guard let event = try log.read(query, from: nil, backwards: false, limit: 1).first,
            case .accountRegistered(let registered) = try DomainEvent(event)
        else { return nil }
        known.withLock { known in
            if known.count >= Self.maximumKnown { known.removeAll() }
            known[name] = registered.user
        }
        return registered.user
    }
}
