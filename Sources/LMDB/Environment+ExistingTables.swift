import CLMDB
import Synchronization

extension Environment {
    /// Opens a table if there is one, without waiting for the write lock. For programs that only read what another
    /// process may be writing.
    /// - Returns: nil when there is no such table.
    /// - Precondition: no other thread is opening tables of this environment (`mdb_dbi_open`).
    public func openExistingTable<Key>(_ definition: TableDefinition<Key>) throws(LMDBError) -> Table<Key>? {
        let transaction = try beginRead()
        var handle = MDB_dbi()
        let code = mdb_dbi_open(transaction.handle, definition.name, definition.flags, &handle)
        if code == MDB_NOTFOUND { return nil }
        try check(code, "open table \(definition.name)")
        try transaction.finishOpeningTables()
        let opened = (name: definition.name, flags: definition.flags, handle: handle)
        state.withLock { $0.tables.append(opened) }
        return Table(name: definition.name, handle: handle)
    }
}
