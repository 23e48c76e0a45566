public import EventLog
import LMDB

/// The rows of a group inside its write transaction, open to one projection at a time: each sees its own tables only.
public struct Rows: ~Copyable, RowReading {
    /// As the store was given it. What a projection takes from it may not depend on when it is asked: the rows of a
    /// rebuild have to be the same.
    public let context: any Sendable
    var transaction: WriteTransaction
    /// The tables of the projection whose turn it is.
    var tables: [String: Table<[UInt8]>] = [:]
    /// Of the event that is being applied.
    var position = Position.beginning

    /// What was last made of an event, for the projections of a group to share.
    private var memo: (position: Position, value: any Sendable)?

    init(_ transaction: consuming WriteTransaction, _ context: any Sendable) {
        self.context = context
        self.transaction = transaction
    }

    /// What `make` makes of the event at `position`: the first projection of a group that asks has it made, the others
    /// get the same. It may depend on nothing but the event.
    public mutating func shared<Value: Sendable>(
        at position: Position, _ make: () throws -> Value
    ) rethrows -> Value {
        if let memo, memo.position == position, let value = memo.value as? Value { return value }
        let value = try make()
        memo = (position, value)
        return value
    }

    public func bytes(of key: RowKey, in table: TableShape) throws -> [UInt8]? {
        guard let span = try transaction.get(key.bytes, in: own(table)) else { return nil }
        return span.bytes
    }

    public func visit(
        _ range: RowRange, of table: TableShape, _ body: (RowKey, RawSpan) throws -> Bool
    ) throws {
        try range.visit(own(table), in: transaction, body)
    }

    /// Sets the row of `key`.
    public mutating func put<Value>(_ value: Value, for key: RowKey, in table: RowTable<Value>) throws {
        try transaction.put(value.rowBytes(), for: key.bytes, in: own(table.shape))
        if let collection = table.collection { try note(collection.change(of: key, value, at: position)) }
    }

    /// Removes the row of `key`; false when there was none.
    @discardableResult
    public mutating func remove<Value>(_ key: RowKey, from table: RowTable<Value>) throws -> Bool {
        if table.collection == nil { return try transaction.remove(key.bytes, from: own(table.shape)) }
        return try take(key, from: table) != nil
    }

    /// Removes the row of `key` and returns it; nil when there was none.
    public mutating func take<Value>(_ key: RowKey, from table: RowTable<Value>) throws -> Value? {
        guard let value = try get(key, in: table) else { return nil }
        try transaction.remove(key.bytes, from: own(table.shape))
        if let collection = table.collection { try note(collection.change(of: key, value, at: position)) }
        return value
    }

    private mutating func note(_ change: RowChange) throws {
        try transaction.put(change.rowBytes, for: change.key.bytes, in: own(RowChange.shape))
    }

    /// Adds `change` to the counter `key`. A counter at zero has no row, as one never used.
    public mutating func count(_ change: Int64, for key: RowKey, in table: RowTable<UInt64>) throws {
        let old = Int64(clamping: try get(key, in: table) ?? 0)
        let (new, overflows) = old.addingReportingOverflow(change)
        guard !overflows, new >= 0 else {
            throw ProjectionError(.damaged, "the counter \(table.shape.describe(key)) of \(table.name) would be \(new)")
        }
        if new == 0 { try remove(key, from: table) } else { try put(UInt64(new), for: key, in: table) }
    }

    private func own(_ table: TableShape) throws -> Table<[UInt8]> {
        guard let handle = tables[table.name] else {
            throw ProjectionError(.notApplicable, "\(table.name) is no table of this projection")
        }
        return handle
    }
}
