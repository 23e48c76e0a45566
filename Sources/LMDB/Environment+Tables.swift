import CLMDB
import Synchronization

extension Environment {
    /// Opens a table, making it if the environment is writable. Do so once, right after opening the environment.
    public func openTable<Key>(_ definition: TableDefinition<Key>) throws(LMDBError) -> Table<Key> {
        let handle: MDB_dbi
        if options.isReadOnly {
            let transaction = try beginRead()
            handle = try Environment.openTable(transaction.handle, definition.name, definition.flags)
            // A read transaction's handles become everybody's only when it is committed, which for LMDB ends it.
            try transaction.finishOpeningTables()
        } else {
            let transaction = try beginWrite()
            handle = try Environment.openTable(
                transaction.handle, definition.name, definition.flags | UInt32(MDB_CREATE))
            try transaction.commit()
        }
        state.withLock { $0.tables.append((definition.name, definition.flags, handle)) }
        return Table(name: definition.name, handle: handle)
    }

    private static func openTable(
        _ transaction: OpaquePointer, _ name: String, _ flags: UInt32
    ) throws(LMDBError) -> MDB_dbi {
        var handle = MDB_dbi()
        try check(mdb_dbi_open(transaction, name, flags, &handle), "open table \(name)")
        return handle
    }

    /// Opens the tables again in the order they were first opened, so that each gets the handle that it had.
    static func reopenTables(
        _ tables: [(name: String, flags: UInt32, handle: MDB_dbi)], _ environment: OpaquePointer, _ directory: String
    ) throws(LMDBError) {
        for table in tables {
            var transaction: OpaquePointer?
            try check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction), "reopen \(directory)")
            guard let transaction else { throw LMDBError(.badTransaction, "reopen \(directory)") }
            let handle: MDB_dbi
            do throws(LMDBError) {
                handle = try openTable(transaction, table.name, table.flags)
            } catch {
                mdb_txn_abort(transaction)
                throw error
            }
            try check(mdb_txn_commit(transaction), "reopen \(directory)")
            precondition(handle == table.handle, "table \(table.name) got another handle when reopened")
        }
    }
}
