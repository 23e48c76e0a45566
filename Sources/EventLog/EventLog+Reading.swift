import LMDB

extension EventLog {
    public func page(_ query: Query, from: Position?, backwards: Bool, limit: Int) throws -> EventPage {
        let empty = try EventPageBuilder(limit: limit, backwards: backwards)
        try EventLogLimits.check(query)
        let plan = QueryPlan(query, index.hasher)
        return try reading {
            var builder = empty
            try forEachMatch(plan, from: from, backwards: backwards, page: limit) { record in
                builder.add(SequencedEvent(position: record.position, record: Record(record)))
            }
            return builder.page
        }
    }

    private func forEachMatch(
        _ plan: QueryPlan, from: Position?, backwards: Bool, page: Int, _ body: (borrowing RecordView) throws -> Bool
    ) throws {
        if plan.items == nil {
            // Every event: the index has nothing to add.
            let transaction = try index.log.environment.beginRead()
            guard let range = Self.range(from, backwards, head: try index.log.head(transaction)) else { return }
            return try Matches.forEachEvent(in: range, backwards: backwards, index.log, transaction, body)
        }
        let snapshot = try LogSnapshot.take(index)
        guard let range = Self.range(from, backwards, head: snapshot.head) else { return }
        try snapshot.forEachMatch(plan, in: range, backwards: backwards, page: page, body)
    }

    private static func range(_ from: Position?, _ backwards: Bool, head: UInt64) -> ClosedRange<UInt64>? {
        if backwards {
            let end = min(from?.rawValue ?? head, head)
            return end >= 1 ? 1...end : nil
        }
        let start = max(from?.rawValue ?? 1, 1)
        return start <= head ? start...head : nil
    }

    /// Reads the records from `from` on where they lie, without copying, until `body` returns false or the head (as it
    /// was at the start) is reached. The fastest way through the log.
    /// - Throws: ``EventLogError``: `corrupted` with the position of the first damaged record, `busy`, `closed`,
    ///   `io_error`; what `body` throws, as it is.
    public func forEachRecord(
        from: Position = Position(1), through: Position = .maximum, _ body: (borrowing RecordView) throws -> Bool
    ) throws {
        var goesOn = true
        var failure: (any Error)?
        do {
            let end = min(try head().rawValue, through.rawValue)
            var next = max(from.rawValue, 1)
            while goesOn, next <= end {
                // A snapshot holds old pages: not for longer than this.
                let last = min(end, next + 65_535)
                let transaction = try index.log.environment.beginRead()
                try Matches.forEachEvent(in: next...last, backwards: false, index.log, transaction) { record in
                    do { goesOn = try body(record) } catch { (failure, goesOn) = (error, false) }
                    return goesOn
                }
                next = last + 1
            }
        } catch {
            throw EventLogError.from(error)
        }
        if let failure { throw failure }
    }
}
