import EventLog
public import GlimpDomain
import Synchronization

/// Removes what is left of persons whose ``AccountErased`` is in the log: their keys, for good; then what they uploaded,
/// and what other rooms hold of them.
///
/// Each part can be done again at any time and changes nothing where it is done already. So a crash at any moment is mended
/// by doing all of it again, as every server does when it starts.
public final class Erasing: Sendable {
    private let log: EventLog
    private let keys: PersonKeys
    private let media: MediaStore
    private let others = Mutex<[@Sendable (UserID) async throws -> Void]>([])

    init(log: EventLog, keys: PersonKeys, media: MediaStore) {
        self.log = log
        self.keys = keys
        self.media = media
    }

    static let erasures = Query(types: [AccountErased.type])

    /// Has something else of each person removed too: what is stored where this room does not look.
    /// - Parameter remove: may be asked again for somebody of whom nothing is left.
    public func also(_ remove: @escaping @Sendable (UserID) async throws -> Void) {
        others.withLock { $0.append(remove) }
    }

    /// Destroys again the keys of everybody whose ``AccountErased`` is in the log: a key store that was restored has them,
    /// and a process that was killed had not come to it.
    ///
    /// Nothing is done where the log is damaged: it has to stay open to be looked at. Servers try again, and tell.
    ///
    /// Must run to its end on one thread.
    func destroyKeys() throws {
        let events: [SequencedEvent]
        do {
            events = try log.events(matching: Self.erasures)
        } catch let error as EventLogError where error.code == .corrupted {
            return
        }
        let erased = try Self.persons(events)
        guard !erased.isEmpty, try !keys.isDestroyed(erased) else { return }
        try keys.destroy(Set(erased))
    }

    /// Removes everything of persons who are erased. The keys go first: when it fails later, what is left can't be read.
    public func remove(_ persons: [UserID]) async throws {
        guard !persons.isEmpty else { return }
        try await media.threads.run { [keys] in
            if try !keys.isDestroyed(persons) { try keys.destroy(Set(persons)) }
        }
        for person in persons {
            try await media.threads.run { [media] in try media.removeEverything(of: person) }
            for remove in others.withLock({ $0 }) { try await remove(person) }
        }
    }

    /// Whether the log says that somebody is erased.
    public func isErased(_ person: UserID) throws -> Bool {
        let query = Query(types: [AccountErased.type], tags: [person.tag])
        return try !log.read(query, from: nil, backwards: false, limit: 1).isEmpty
    }

    static func persons(_ events: [SequencedEvent]) throws -> [UserID] {
        try events.compactMap { event in
            guard case .accountErased(let erased) = try DomainEvent(event) else { return nil }
            return erased.user
        }
    }
}

extension EventLog {
    /// All of them, oldest first: for what is rare.
    fileprivate func events(matching query: Query) throws -> [SequencedEvent] {
        var events: [SequencedEvent] = []
        var from: Position?
        while true {
            let page = try page(query, from: from, backwards: false, limit: 500)
            events += page.events
            guard let next = page.next else { return events }
            from = next
        }
    }
}
