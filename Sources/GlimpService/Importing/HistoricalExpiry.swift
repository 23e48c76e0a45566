import EventLog
import GlimpDomain
import Synchronization

/// Expires, in the transaction of each historical command and before it, what was due by its time.
///
/// Only for a log that this process keeps for itself: its picture of what is open grows with its own appends.
final class HistoricalExpiry: Sendable {
    private let schedule: Mutex<ExpirySchedule>
    private let keys: KeyStore
    private static let events = Query(types: ExpirySchedule.eventTypes)

    init(log: EventLog, keys: KeyStore) async throws {
        self.keys = keys
        var schedule = ExpirySchedule()
        for try await batch in log.subscribe(Self.events) {
            for event in batch.events { schedule.evolve(try DomainEvent(event), at: event.position) }
            if batch.hasCaughtUp { break }
        }
        self.schedule = Mutex(schedule)
    }

    /// Appends a GlimpExpired for every request whose time was over at `time`, each at its own time.
    func expire(dueBy time: Timestamp, in transaction: inout LogTransaction) throws {
        try schedule.withLock { schedule in
            guard schedule.checkpoint <= transaction.lastPosition else {
                throw EventLogError(.outcomeUnknown, "a commit failed before; run the import again")
            }
            // Everything since the last look is the few events of this import: no index is needed to find them.
            for event in try transaction.read(.all, after: schedule.checkpoint)
            where ExpirySchedule.eventTypes.contains(event.type) {
                schedule.evolve(try DomainEvent(event), at: event.position)
            }
            for due in schedule.due(by: time) {
                let command = ExpireGlimpRequest(request: due.request, expiresAt: due.expiresAt)
                let handler = try command.handler(keys)
                _ = try transaction.execute(handler, time: transaction.time(notBefore: due.expiresAt))
            }
        }
    }
}

extension ExpireGlimpRequest {
    /// The command with the id and the ids of events that follow from the request: the same in every process.
    func handler(_ keys: KeyStore) throws -> CommandHandler<Folded<GlimpHistory>> {
        handler(
            context: CommandContext(
                actor: Self.actor.rawValue, id: commandID.rawValue, bodyDigest: keys.bodyDigest(try digestInput())),
            eventIDs: EventIDs(startingAt: FreshID.make()))
    }
}
