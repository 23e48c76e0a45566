import EventLog
import GlimpDomain
import GlimpService
import Logging

/// Follows the log from the outbox's checkpoint, and has what tells somebody something wait for their subscriptions.
///
/// No replay and no rebuild comes through here: only the log does, once.
struct OutboxReactor: Sendable {
    let log: EventLog
    let store: OutboxStore
    let threads: DiskThreads
    let limits: OutboxLimits
    let now: @Sendable () -> Timestamp
    let logger: Logger

    private static let page = 500
    /// The checkpoint is written when something is to wait; beside that, when it has fallen so far behind. Each write
    /// waits for the disk, and what nobody has subscribed to can be looked at again.
    private static let mostBehind: UInt64 = 1_024

    /// Follows the log until it is cancelled.
    func run() async throws {
        var position = try await begin()
        while true {
            position = try await catchUp(from: position)
            try await log.waitForEvents(after: position)
        }
    }

    /// Looks at what there is, and ends.
    func catchUp() async throws { _ = try await catchUp(from: try await begin()) }

    /// Where to go on; at the head, if the log is not the one that was followed: none of what waited is of this one.
    private func begin() async throws -> Position {
        let checkpoint = try store.checkpoint()
        guard !checkpoint.isImporting else {
            throw EventLogError(
                .locked, "an import of history has begun and not ended: run it again, so that it is known what is new")
        }
        if try checkpoint.belongs(to: log) { return Position(checkpoint.position) }
        logger.error("the log has another past than the outbox; what waited is not sent, and the outbox begins anew")
        let head = try OutboxCheckpoint(try log.head(), in: log)
        try await threads.run { [store] in try store.startOver(at: head) }
        return Position(head.position)
    }

    private func catchUp(from start: Position) async throws -> Position {
        var position = start
        while true {
            try Task.checkCancellation()
            // Before the page, so that the position is never ahead of what was looked at.
            let head = try log.head()
            guard head > position else { return position }
            let page = try log.page(
                Query(types: DomainEvent.typesThatTell), from: position.next, backwards: false, limit: Self.page)
            let last = page.events.last?.position ?? position
            let through = page.next == nil ? max(head, last) : last
            try await note(page.events, through)
            position = through
        }
    }

    private func note(_ events: [SequencedEvent], _ through: Position) async throws {
        let oldest = limits.oldest(at: now())
        let tellings = try events.compactMap { event in
            event.time >= oldest ? try DomainEvent(event).telling.map { (event.position, $0.kind, $0.user) } : nil
        }
        // What is not wanted must not push out what is: strangers can like as much as they please.
        let wanted = try wanted(by: store.subscribers(among: Set(tellings.map { $0.2 })))
        let told = tellings.compactMap { position, kind, user in
            wanted[user]?.contains(kind) == true ? Told(position: position, user: user) : nil
        }
        guard try !told.isEmpty || through.rawValue >= store.checkpoint().position + Self.mostBehind else { return }
        let checkpoint = try OutboxCheckpoint(through, in: log)
        let givenUp = try await threads.run { [store, limits, now] in
            try store.note(told, upTo: checkpoint, most: limits.waiting, now: now())
        }
        OutboxMetrics().givenUp(givenUp)
    }

    /// The kinds that people want pushed, as the log says it now: no read model need have come so far.
    private func wanted(by people: Set<UserID>) throws -> [UserID: Set<NotificationKind>] {
        var wanted: [UserID: Set<NotificationKind>] = [:]
        for user in people {
            let choices = Query(types: [NotificationPreferencesSet.type], tags: [user.tag])
            wanted[user] = NotificationKind.pushedByDefault
            if let newest = try log.read(choices, from: nil, backwards: true, limit: 1).first,
                case .notificationPreferencesSet(let choice) = try DomainEvent(newest)
            {
                wanted[user] = Set(choice.pushed)
            }
        }
        return wanted
    }
}
