import EventLog
import GlimpDomain

/// The log as one person's archive is made of it: up to one position, however it grows meanwhile, and a page at a time.
struct ExportLog: Sendable {
    let log: EventLog
    let user: UserID
    let position: Position
    /// Opens what events say of persons.
    let details: DetailsOpener

    private static let pageEvents = 200

    /// The events that are about the person.
    /// - Parameter types: of these types only; empty: of all that are known.
    func own(_ types: [EventType]) -> Query { Query(types: types, tags: [user.tag]) }

    /// Calls `body` with the events that are about the person, oldest first; `types` as in ``own(_:)``.
    func forEachOwn(_ types: [EventType] = [], _ body: (DomainEvent, SequencedEvent) throws -> Void) throws {
        try forEach(own(types), body)
    }

    /// Calls `body` with events, oldest first.
    func forEach(
        _ query: Query, after: Position = .beginning, _ body: (DomainEvent, SequencedEvent) throws -> Void
    ) throws {
        var after = after
        while let page = try page(query, after: after) {
            for (event, envelope) in page.events { try body(event, envelope) }
            after = page.last
        }
    }

    /// Some events, oldest first. What this program does not know, whoever appended it, is left out.
    /// - Returns: nil when there are no more; else with the position that the next page comes after.
    func page(
        _ query: Query, after: Position
    ) throws -> (events: [(DomainEvent, SequencedEvent)], last: Position)? {
        guard after < position else { return nil }
        let page = try log.page(query, from: after.next, backwards: false, limit: Self.pageEvents)
        guard let last = page.events.last?.position else { return nil }
        let known = page.events.filter { $0.position <= position && EventKind.of($0.type) != nil }
        return (try known.map { (try DomainEvent($0), $0) }, last)
    }

    /// Whether something happened after a position.
    func happened(
        _ type: EventType, _ tags: [Tag], after: Position, where isMeant: (DomainEvent) -> Bool = { _ in true }
    ) throws -> Bool {
        var from: Position? = after.next
        while let start = from, start <= position {
            let page = try log.page(Query(types: [type], tags: tags), from: start, backwards: false, limit: 1)
            for event in page.events {
                guard event.position <= position else { return false }
                if isMeant(try DomainEvent(event)) { return true }
            }
            from = page.next
        }
        return false
    }

    /// The last of some events.
    func last(_ types: [EventType], _ tags: [Tag]) throws -> DomainEvent? {
        try log.page(Query(types: types, tags: tags), from: position, backwards: true, limit: 1).events.first
            .map { try DomainEvent($0) }
    }
}

extension ExportLog {
    /// Whether the person has taken an answered request out of their collection: hidden, it stays so.
    func isHidden(_ request: GlimpRequestID, answered position: Position) throws -> Bool {
        try happened(GlimpHidden.type, [request.tag, user.tag], after: position) { event in
            if case .glimpHidden(let event) = event { event.hiddenBy == user } else { false }
        }
    }

    /// Whether the person and another one are kept apart by a block of either.
    func isApart(from other: UserID) throws -> Bool {
        var blockers: Set<UserID> = []
        try forEach(Query(types: [UserBlocked.type, UserUnblocked.type], tags: [Pair(user, other).tag])) { event, _ in
            switch event {
            case .userBlocked(let event): blockers.insert(event.blocker)
            case .userUnblocked(let event): blockers.remove(event.blocker)
            default: break
            }
        }
        return !blockers.isEmpty
    }
}
