import Projections

extension Rows {
    /// Rows that are looked at together.
    private static var batch: Int { 500 }

    /// Removes every row whose key starts with `prefix`.
    /// - Parameter also: what goes with each.
    mutating func removeAll<Value>(
        _ prefix: RowKey, from table: RowTable<Value>, also: (Row<Value>, inout Rows) throws -> Void = { _, _ in }
    ) throws {
        while true {
            let batch = try rows(RowRange(prefix: prefix), of: table, limit: Self.batch)
            for row in batch {
                try also(row, &self)
                try remove(row.key, from: table)
            }
            if batch.count < Self.batch { return }
        }
    }
}
