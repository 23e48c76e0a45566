import LMDB
import Synchronization

/// How far this process has swept.
struct SweepPosition: ~Copyable, Sendable {
    let sessions = TableWalk()
    let failures = TableWalk()
}

/// Walks through a table a bounded stretch at a time, and begins again at its end.
final class TableWalk: Sendable {
    /// The key to go on from; empty: the beginning.
    private let position = Mutex<[UInt8]>([])

    /// The keys among the next `limit` rows whose value is wanted.
    func next<T: Transaction & ~Copyable>(
        _ limit: Int, of table: Table<[UInt8]>, in transaction: borrowing T, where isWanted: ([UInt8]) throws -> Bool
    ) throws -> (examined: Int, keys: [[UInt8]]) {
        let start = position.withLock { $0 }
        var keys: [[UInt8]] = []
        var examined = 0
        var cursor = try Cursor(table, in: transaction)
        var isThere = start.isEmpty ? try cursor.first() : try cursor.seek(to: start)
        while isThere, examined < limit {
            examined += 1
            if try isWanted(cursor.value.bytes) { keys.append(cursor.keyBytes.bytes) }
            isThere = try cursor.next()
        }
        let rest = isThere ? cursor.keyBytes.bytes : []
        position.withLock { $0 = rest }
        return (examined, keys)
    }
}
