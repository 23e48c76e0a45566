import LMDB

/// The log and its index as of one moment. Short-lived: it holds old pages.
struct LogSnapshot: ~Copyable {
    let log: LogEnvironment
    let events: ReadTransaction
    let head: UInt64
    let lastOutcome: UInt64
    let index: IndexSnapshot

    static func take(_ index: Index) throws -> LogSnapshot {
        let log = index.log
        let events = try log.environment.beginRead()
        let head = try log.head(events)
        let lastOutcome = try log.lastOutcome(events)
        let snapshot = try index.snapshot(covering: head, lastOutcome, events)
        return LogSnapshot(log: log, events: events, head: head, lastOutcome: lastOutcome, index: snapshot)
    }

    /// Calls `body` with the events in `range` that match, in order, until it returns false.
    func forEachMatch(
        _ plan: QueryPlan, in range: ClosedRange<UInt64>, backwards: Bool = false, page: Int = 1_024,
        _ body: (borrowing RecordView) throws -> Bool
    ) throws {
        try Matches.forEach(plan, in: range, backwards: backwards, page: page, index, log, events, body)
    }

    /// Everything up to the head, after `position`; nil when there is nothing.
    func range(after position: UInt64) -> ClosedRange<UInt64>? {
        position < head ? position + 1...head : nil
    }
}
