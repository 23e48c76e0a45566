import EventLog
import LMDB

/// One transaction of a projector: events into rows and checkpoint, all or nothing.
struct Batch {
    enum Result {
        /// So many events; the rows are true for `position`.
        case advanced(to: Position, events: Int)
        /// There is nothing after `position`.
        case upToDate(Position)
        /// Another generation is current: nothing was done.
        case superseded
        /// The rows can't be read, are of another log, or made by other versions: nothing was done.
        case mismatched
        case stopped(Stop)
    }

    let generation: Generation
    let context: any Sendable
    let log: any EventStore
    let limits: BatchLimits
    /// Asked once the write lock is held: a swap happens under the same lock.
    let isCurrent: () throws -> Bool
    let clock: () -> Timestamp

    /// Applies what follows the checkpoint, up to the limits.
    func run() throws -> Result {
        // Without the write lock first: usually there is nothing to do.
        let (checkpoint, stop) = try generation.summary()
        guard checkpoint.logID == log.logID, checkpoint.versions == generation.group.versions else {
            return .mismatched
        }
        if stop == nil, try log.head() <= checkpoint.position { return .upToDate(checkpoint.position) }
        do {
            return try apply(through: .maximum, thenStop: nil)
        } catch {
            guard let stop = Stop(error, at: clock()), stop.position > checkpoint.position else { throw error }
            // What the event had half done went with its transaction; everything before it is applied again.
            return try apply(through: stop.position.previous, thenStop: stop)
        }
    }

    private func apply(through last: Position, thenStop stop: Stop?) throws -> Result {
        let transaction = try generation.environment.beginWrite()
        guard try isCurrent() else { return .superseded }
        var checkpoint = try generation.checkpoint(in: transaction)
        let oldStop = try generation.stop(in: transaction)
        var rows = Rows(transaction, context)
        let members = try generation.members()
        var (events, bytes) = (0, 0)
        while events < limits.events, bytes < limits.bytes, checkpoint.position < last {
            let room = min(
                BatchLimits.page, limits.events - events, Int(clamping: last.rawValue - checkpoint.position.rawValue))
            let page = try log.page(after: checkpoint.position, limit: room)
            for event in page {
                try rows.apply(event, members)
                bytes += event.payload.count
            }
            guard let event = page.last else { break }
            events += page.count
            checkpoint.position = event.position
            checkpoint.leafHash = event.leafHash
        }
        if let stop, let oldStop, oldStop.isSameEvent(as: stop), oldStop.reason == stop.reason, events == 0 {
            return .stopped(oldStop)
        }
        if stop == nil, oldStop == nil, events == 0 { return .upToDate(checkpoint.position) }
        try generation.set(checkpoint, in: &rows.transaction)
        try generation.set(stop, in: &rows.transaction)
        try rows.commit()
        if let stop { return .stopped(stop) }
        return .advanced(to: checkpoint.position, events: events)
    }
}

extension EventStore {
    /// The events after `position`, at most `limit`, without a gap.
    func page(after position: Position, limit: Int) throws -> [SequencedEvent] {
        let page = try read(.all, from: position.next, backwards: false, limit: limit)
        var expected = position.next
        for event in page {
            guard event.position == expected else {
                throw ProjectionError(.damaged, "the log gave position \(event.position) where \(expected) was due")
            }
            expected = expected.next
        }
        return page
    }
}
