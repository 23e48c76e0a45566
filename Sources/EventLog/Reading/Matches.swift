import LMDB

/// Finding the events that match, on any kind of transaction.
enum Matches {
    /// A page of candidates after the first has at least as many: of those that the index suggests, none may match.
    private static let fewest = 256
    private static let most = 4_096

    /// - Parameter page: how many candidates a kind are looked up at first; grows with each page.
    static func forEach<T: Transaction & ~Copyable>(
        _ plan: QueryPlan, in range: ClosedRange<UInt64>, backwards: Bool, page: Int,
        _ index: borrowing IndexSnapshot, _ log: LogEnvironment, _ transaction: borrowing T,
        _ body: (borrowing RecordView) throws -> Bool
    ) throws {
        if plan.items == nil {
            return try forEachEvent(in: range, backwards: backwards, log, transaction, body)
        }
        let lookUps = try plan.lookUps(index)
        var rest: ClosedRange<UInt64>? = range
        var page = page
        while let current = rest {
            var stream = CandidateStream()
            try index.collect(lookUps, in: current, backwards: backwards, limit: page, into: &stream)
            let numbers = complete(stream, backwards)
            for number in numbers {
                let goesOn = try log.withRecord(at: number, transaction) { record in
                    plan.matches(record) ? try body(record) : true
                }
                guard goesOn else { return }
            }
            rest = remainder(of: current, after: stream.horizon, backwards)
            page = max(page, fewest, min(page * 2, most))
        }
    }

    /// In order, each once, as far as the stream is complete.
    private static func complete(_ stream: CandidateStream, _ backwards: Bool) -> [UInt64] {
        var numbers = stream.numbers
        if let horizon = stream.horizon { numbers.removeAll { backwards ? $0 < horizon : $0 > horizon } }
        if backwards { numbers.sort(by: >) } else { numbers.sort() }
        // Positions begin at 1, so 0 equals none.
        var previous: UInt64 = 0
        return numbers.filter { number in
            defer { previous = number }
            return number != previous
        }
    }

    private static func remainder(
        of range: ClosedRange<UInt64>, after horizon: UInt64?, _ backwards: Bool
    ) -> ClosedRange<UInt64>? {
        guard let horizon else { return nil }
        if backwards { return horizon > range.lowerBound ? range.lowerBound...horizon - 1 : nil }
        return horizon < range.upperBound ? horizon + 1...range.upperBound : nil
    }

    static func forEachEvent<T: Transaction & ~Copyable>(
        in range: ClosedRange<UInt64>, backwards: Bool, _ log: LogEnvironment, _ transaction: borrowing T,
        _ body: (borrowing RecordView) throws -> Bool
    ) throws {
        var cursor = try Cursor(log.events, in: transaction)
        guard try cursor.seek(to: backwards ? range.upperBound : range.lowerBound) else { return }
        var position = backwards ? range.upperBound : range.lowerBound
        while range.contains(position) {
            guard try visit(cursor, at: position, log, body) else { return }
            let isThere = if backwards { try cursor.previous() } else { try cursor.next() }
            guard isThere else { return }
            position = backwards ? position - 1 : position + 1
        }
    }

    private static func visit(
        _ cursor: borrowing Cursor<UInt64>, at position: UInt64, _ log: LogEnvironment,
        _ body: (borrowing RecordView) throws -> Bool
    ) throws -> Bool {
        // Positions have no gaps: another key here is a missing record.
        guard cursor.key == position, let record = RecordView(cursor.value, at: position) else {
            throw EventLogError.damagedRecord(at: position, log.environment.directory)
        }
        return try body(record)
    }
}
