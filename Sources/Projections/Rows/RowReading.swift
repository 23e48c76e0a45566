import LMDB

/// Reading rows: what a projection may do inside `apply` and a query on a snapshot.
public protocol RowReading: ~Copyable {
    /// The stored bytes of a row; nil when there is none.
    func bytes(of key: RowKey, in table: TableShape) throws -> [UInt8]?
    /// Calls `body` with the key and bytes of each row of `range` until it returns false.
    func visit(_ range: RowRange, of table: TableShape, _ body: (RowKey, RawSpan) throws -> Bool) throws
}

extension RowReading where Self: ~Copyable {
    /// The row with this key; nil when there is none.
    public func get<Value>(_ key: RowKey, in table: RowTable<Value>) throws -> Value? {
        guard let bytes = try bytes(of: key, in: table.shape) else { return nil }
        return try decode(bytes, key, table)
    }

    /// The rows of `range` in its order, at most `limit`.
    public func rows<Value>(
        _ range: RowRange = RowRange(), of table: RowTable<Value>, limit: Int
    ) throws -> [Row<Value>] {
        var rows: [Row<Value>] = []
        guard limit > 0 else { return rows }
        try visit(range, of: table) { row in
            rows.append(row)
            return rows.count < limit
        }
        return rows
    }

    /// Calls `body` with each row of `range` in its order until it returns false.
    public func visit<Value>(
        _ range: RowRange, of table: RowTable<Value>, _ body: (Row<Value>) throws -> Bool
    ) throws {
        try visit(range, of: table.shape) { key, bytes in
            try body(Row(key: key, value: decode(bytes.bytes, key, table)))
        }
    }

    /// How many rows `range` has. Visits each: for totals that are asked often, keep a counter.
    public func count<Value>(_ range: RowRange, of table: RowTable<Value>) throws -> Int {
        var count = 0
        try visit(range, of: table.shape) { _, _ in
            count += 1
            return true
        }
        return count
    }

    private func decode<Value>(_ bytes: [UInt8], _ key: RowKey, _ table: RowTable<Value>) throws -> Value {
        do {
            return try Value(rowBytes: bytes)
        } catch {
            throw ProjectionError(
                .damaged, "the row \(table.shape.describe(key)) of \(table.name) can't be read (\(error)); rebuild it")
        }
    }
}
