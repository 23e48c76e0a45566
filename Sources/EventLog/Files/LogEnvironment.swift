import FoundationEssentials
import LMDB

/// The log itself: an LMDB environment of events and outcomes, synced at every commit. The only truth.
final class LogEnvironment: Sendable {
    let environment: Environment
    let id: UUID
    /// Position → record.
    let events: Table<UInt64>
    /// Number → ``OutcomeRow``.
    let outcomes: Table<UInt64>

    /// - Throws: ``EventLogError``: `newer_format`, `corrupted`, `not_found`, `io_error`.
    init(directory: String, creates: Bool, mapSize: Int) throws(EventLogError) {
        do {
            var options = Environment.Options()
            options.creates = creates
            options.mapSize = mapSize
            environment = try Environment(directory: directory, options: options)
            // The header first: the tables of a newer format may be others.
            let meta: Table<String> = try environment.table(TableDefinition("meta"), creates: creates)
            id = try Self.identify(environment, meta, creates: creates)
            events = try environment.table(TableDefinition("events"), creates: creates)
            outcomes = try environment.table(TableDefinition("outcomes"), creates: creates)
        } catch {
            throw EventLogError.from(error)
        }
    }

    private static func identify(
        _ environment: Environment, _ meta: Table<String>, creates: Bool
    ) throws -> UUID {
        let transaction = try environment.beginRead()
        if let stored = try transaction.get("log", in: meta) {
            let header = LogHeader(stored)
            guard let header, header.format >= 1 else {
                throw EventLogError(.corrupted, "the header of the log in \(environment.directory) is damaged")
            }
            guard header.format <= LogHeader.format else {
                throw EventLogError(
                    .newerFormat,
                    "\(environment.directory) has format \(header.format) of the event log, "
                        + "this program knows \(LogHeader.format)")
            }
            return header.id
        }
        guard creates else { throw EventLogError(.corrupted, "\(environment.directory) has no header: no event log") }
        let header = LogHeader(format: LogHeader.format, id: UUID())
        var write = try environment.beginWrite()
        try write.put(header.encoded(), for: "log", in: meta)
        try write.commit()
        return header.id
    }

    /// The position of the last event, 0 when there is none.
    func head<T: Transaction & ~Copyable>(_ transaction: borrowing T) throws(LMDBError) -> UInt64 {
        try last(events, transaction)
    }

    /// The number of the last outcome, 0 when there is none.
    func lastOutcome<T: Transaction & ~Copyable>(_ transaction: borrowing T) throws(LMDBError) -> UInt64 {
        try last(outcomes, transaction)
    }

    private func last<T: Transaction & ~Copyable>(
        _ table: Table<UInt64>, _ transaction: borrowing T
    ) throws(LMDBError) -> UInt64 {
        var cursor = try Cursor(table, in: transaction)
        guard try cursor.last() else { return 0 }
        return cursor.key ?? 0
    }

    /// Reads the record at `position` where it lies.
    /// - Throws: `corrupted` when it is missing or altered.
    func withRecord<R, T: Transaction & ~Copyable>(
        at position: UInt64, _ transaction: borrowing T, _ body: (borrowing RecordView) throws -> R
    ) throws -> R {
        guard let bytes = try transaction.get(position, in: events), let record = RecordView(bytes, at: position) else {
            throw EventLogError.damagedRecord(at: position, environment.directory)
        }
        return try body(record)
    }

    func outcome<T: Transaction & ~Copyable>(
        _ number: UInt64, _ transaction: borrowing T
    ) throws -> OutcomeRow {
        guard let bytes = try transaction.get(number, in: outcomes), let row = OutcomeRow(bytes) else {
            throw EventLogError(.corrupted, "outcome \(number) in \(environment.directory) is missing or damaged")
        }
        return row
    }

    /// 32 zeros for position 0.
    func leafHash<T: Transaction & ~Copyable>(at position: UInt64, _ transaction: borrowing T) throws -> [UInt8] {
        if position == 0 { return Array(repeating: 0, count: LeafHash.byteCount) }
        return try withRecord(at: position, transaction) { $0.leafHash.bytes }
    }
}
