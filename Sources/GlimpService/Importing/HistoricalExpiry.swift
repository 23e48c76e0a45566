import EventLog
import GlimpDomain
import Synchronization

/// Expires, in the transaction of each historical command and before it, what was due by its time.
///
/// Only for a log that this process keeps for itself: its picture of what is open grows with its own appends.
final class HistoricalExpiry: Sendable {
    private let log: EventLog
    private let keys: KeyStore
    private let picture: Mutex<OpenPicture>

    init(log: EventLog, keys: KeyStore) async throws {
        self.log = log
        self.keys = keys
        var picture = OpenPicture()
        for try await batch in log.subscribe(Query(types: ExpirySchedule.eventTypes)) {
            try picture.take(batch.events, through: batch.position)
            if batch.hasCaughtUp { break }
        }
        self.picture = Mutex(picture)
    }

    /// Appends a GlimpExpired for every request whose time was over at `time`, each at its own time.
    func expire(dueBy time: Timestamp, in transaction: inout LogTransaction) throws {
        try picture.withLock { picture in
            if picture.seenThrough > transaction.lastPosition {
                // A transaction was given up, and what was seen in it did not happen. Nobody else writes, so who does
                // it over begins where it began, and all that the log has now is true.
                picture = try picturedAgain()
            }
            // The few events that this import has appended since the last look: no index is needed to find them.
            let events = try transaction.read(.all, after: picture.seenThrough)
            try picture.take(events, through: transaction.lastPosition)
            for due in picture.schedule.due(by: time) {
                let command = ExpireGlimpRequest(request: due.request, expiresAt: due.expiresAt)
                let handler = try command.handler(keys)
                _ = try transaction.execute(handler, time: transaction.time(notBefore: due.expiresAt))
            }
        }
    }

    /// By position and not by type: on the writer's thread nothing may wait for the index.
    private func picturedAgain() throws -> OpenPicture {
        var picture = OpenPicture()
        while true {
            let from = picture.seenThrough.next
            let page = try log.read(.all, from: from, backwards: false, limit: 1_000)
            guard let last = page.last else { return picture }
            try picture.take(page, through: last.position)
        }
    }
}

/// The requests that wait for an answer, as of a position.
struct OpenPicture {
    private(set) var schedule = ExpirySchedule()
    /// Everything up to here has been looked at, also what has nothing to do with requests.
    private(set) var seenThrough = Position.beginning

    mutating func take(_ events: [SequencedEvent], through position: Position) throws {
        for event in events where ExpirySchedule.eventTypes.contains(event.type) {
            schedule.evolve(try DomainEvent(event), at: event.position)
        }
        seenThrough = position
    }
}

extension ExpireGlimpRequest {
    /// The command with the id and the ids of events that follow from the request: the same in every process.
    func handler(_ keys: KeyStore) throws -> CommandHandler<Folded<GlimpHistory>> {
        handler(
            context: CommandContext(
                actor: Self.actor.rawValue, id: commandID.rawValue, bodyDigest: keys.bodyDigest(try digestInput())),
            eventIDs: EventIDs(startingAt: FreshID.make()), sealing: .none)
    }
}
