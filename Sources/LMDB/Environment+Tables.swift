import CLMDB
import Glibc
import Synchronization

/// A table this process has opened, as LMDB knows it.
struct OpenTable {
    let name: String
    let flags: UInt32
    let handle: MDB_dbi
}

extension Environment {
    /// Opens a table, making it if it is missing and the environment is writable. Do so right after opening the
    /// environment: transactions that run already don't know it. A second time gives the same table.
    /// - Throws: `notFound` in a read-only environment; `incompatibleTable` when the table was made with other options;
    ///   `tablesFull`.
    /// - Precondition: this thread does not have the write transaction.
    public func openTable<Key>(_ definition: TableDefinition<Key>) throws(LMDBError) -> Table<Key> {
        requireNotWriter(pthread_self())
        let handle = try tableOpening.withLock { _ throws(LMDBError) in
            try openedTable(definition) { () throws(LMDBError) in
                guard !options.isReadOnly else { throw LMDBError(.notFound, "open table \(definition.name)") }
                return try createdTable(definition)
            }
        }
        guard let handle else { throw LMDBError(.notFound, "open table \(definition.name)") }
        return Table(definition, handle: handle, environment: number)
    }

    /// Opens a table if there is one, without ever waiting for the write lock. For programs that only read what another
    /// process may be writing.
    /// - Returns: nil when there is no such table.
    public func openExistingTable<Key>(_ definition: TableDefinition<Key>) throws(LMDBError) -> Table<Key>? {
        requireNotWriter(pthread_self())
        let handle = try tableOpening.withLock { _ throws(LMDBError) in
            try openedTable(definition) { () throws(LMDBError) in nil }
        }
        return handle.map { Table(definition, handle: $0, environment: number) }
    }

    /// Opens a table: makes it where `creates` is set, and elsewhere gives nothing tables that it lacks.
    /// - Throws: `corrupted` when it is missing.
    package func table<Key>(_ definition: TableDefinition<Key>, creates: Bool) throws(LMDBError) -> Table<Key> {
        if creates { return try openTable(definition) }
        guard let table = try openExistingTable(definition) else {
            throw LMDBError(.corrupted, "\(directory) has no table \(definition.name)")
        }
        return table
    }

    /// - Parameter make: called when there is no such table.
    private func openedTable<Key>(
        _ definition: TableDefinition<Key>, orMake make: () throws(LMDBError) -> MDB_dbi?
    ) throws(LMDBError) -> MDB_dbi? {
        let name = definition.name
        if let known = state.withLock({ state in state.tables.first { $0.name == name } }) {
            guard known.flags == definition.flags else { throw LMDBError(.incompatibleTable, "open table \(name)") }
            return known.handle
        }
        let existing = try existingTable(definition)
        let opened: MDB_dbi? = if let existing { existing } else { try make() }
        guard let handle = opened else { return nil }
        state.withLock { $0.tables.append(OpenTable(name: name, flags: definition.flags, handle: handle)) }
        return handle
    }

    /// On a snapshot, so that opening what is there waits for no writer. nil: there is none.
    private func existingTable<Key>(_ definition: TableDefinition<Key>) throws(LMDBError) -> MDB_dbi? {
        let transaction = try beginRead()
        let handle: MDB_dbi
        do throws(LMDBError) {
            handle = try Environment.openTable(transaction.handle.pointer, definition.name, definition.flags)
        } catch {
            guard error.condition == .notFound else { throw error }
            return nil
        }
        // A transaction's table handles become everybody's only when it is committed.
        try transaction.finishOpeningTables()
        return handle
    }

    private func createdTable<Key>(_ definition: TableDefinition<Key>) throws(LMDBError) -> MDB_dbi {
        let transaction = try beginWrite()
        let handle = try Environment.openTable(
            transaction.handle.pointer, definition.name, definition.flags, UInt32(MDB_CREATE))
        try transaction.commit()
        return handle
    }

    private static func openTable(
        _ transaction: OpaquePointer, _ name: String, _ flags: UInt32, _ create: UInt32 = 0
    ) throws(LMDBError) -> MDB_dbi {
        var handle = MDB_dbi()
        try check(mdb_dbi_open(transaction, name, flags | create, &handle), "open table \(name)")
        // LMDB takes the options of a table that exists as they are stored, whatever it is asked for.
        var stored: UInt32 = 0
        try check(mdb_dbi_flags(transaction, handle, &stored), "open table \(name)")
        guard stored == flags else { throw LMDBError(.incompatibleTable, "open table \(name)") }
        return handle
    }

    /// Opens the tables again in the order they were first opened, so that each gets the handle that it had.
    static func reopenTables(
        _ tables: [OpenTable], _ environment: OpaquePointer, _ directory: String
    ) throws(LMDBError) {
        for table in tables {
            var begun: OpaquePointer?
            try check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &begun), "reopen \(directory)")
            guard let transaction = begun else { throw LMDBError(.badTransaction, "reopen \(directory)") }
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
