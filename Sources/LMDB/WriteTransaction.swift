public import CLMDB
import Glibc

/// The one write transaction of an environment at a time, over all processes. Aborts unless committed.
///
/// It belongs to the thread that began it; using it on another one is a precondition failure, because LMDB would
/// accept the commit and then hang the next writer for ever.
public struct WriteTransaction: ~Copyable, Transaction {
    public let handle: OpaquePointer
    @usableFromInline
    let environment: Environment
    @usableFromInline
    let thread: pthread_t
    /// Whether LMDB has freed the handle.
    private var isFinished = false

    init(environment: Environment) throws(LMDBError) {
        self.environment = environment
        thread = pthread_self()
        environment.requireNotWriter(thread)
        handle = try environment.beginTransaction(flags: 0)
        environment.holdWriter(thread)
    }

    deinit {
        if !isFinished {
            requireOwnThread()
            environment.releaseWriter()
            mdb_txn_abort(handle)
            environment.endTransaction()
        }
    }

    @inlinable
    @inline(__always)
    func requireOwnThread() {
        precondition(
            pthread_equal(thread, pthread_self()) != 0,
            "a write transaction was used on another thread than the one that began it"
        )
    }

    /// Makes everything done in this transaction durable (as the environment's ``Environment/Durability`` says), or
    /// nothing of it.
    public consuming func commit() throws(LMDBError) {
        requireOwnThread()
        environment.releaseWriter()
        // LMDB frees the handle even when the commit fails.
        let code = mdb_txn_commit(handle)
        isFinished = true
        environment.endTransaction()
        try check(code, "commit to \(environment.directory)")
    }

    /// Sets the value of `key`.
    @inlinable
    public mutating func put<Key: TableKey>(_ value: [UInt8], for key: Key, in table: Table<Key>) throws(LMDBError) {
        try put(value.span.bytes, for: key, in: table)
    }

    /// Sets the value of `key`.
    @inlinable
    public mutating func put<Key: TableKey>(_ value: RawSpan, for key: Key, in table: Table<Key>) throws(LMDBError) {
        try put(value, for: key, in: table, flags: 0)
    }

    /// Adds a row whose key is greater than every other (`MDB_APPEND`); `keyExists` when it is not.
    @inlinable
    public mutating func append<Key: TableKey>(_ value: [UInt8], for key: Key, in table: Table<Key>) throws(LMDBError)
    {
        try append(value.span.bytes, for: key, in: table)
    }

    /// Adds a row whose key is greater than every other (`MDB_APPEND`); `keyExists` when it is not.
    @inlinable
    public mutating func append<Key: TableKey>(_ value: RawSpan, for key: Key, in table: Table<Key>) throws(LMDBError) {
        try put(value, for: key, in: table, flags: UInt32(MDB_APPEND))
    }

    /// Adds a value to the set of `key`; false when it was there.
    @inlinable
    public mutating func insert<Key: TableKey>(
        duplicate value: RawSpan, for key: Key, in table: Table<Key>
    ) throws(LMDBError) -> Bool {
        do throws(LMDBError) {
            try put(value, for: key, in: table, flags: UInt32(MDB_NODUPDATA))
            return true
        } catch {
            guard error.condition == .keyExists else { throw error }
            return false
        }
    }

    @inlinable
    mutating func put<Key: TableKey>(
        _ value: RawSpan, for key: Key, in table: Table<Key>, flags: UInt32
    ) throws(LMDBError) {
        requireOwnThread()
        let handle = handle
        let code = try key.withKeyBytes { bytes throws(LMDBError) -> Int32 in
            var name = MDB_val(bytes)
            return value.withUnsafeBytes { content in
                var data = MDB_val(content)
                return mdb_put(handle, table.handle, &name, &data, flags)
            }
        }
        try check(code, "write to \(table.name)")
    }

    /// Removes `key` and all its values; false when there was none.
    @discardableResult
    @inlinable
    public mutating func remove<Key: TableKey>(_ key: Key, from table: Table<Key>) throws(LMDBError) -> Bool {
        requireOwnThread()
        let handle = handle
        let code = try key.withKeyBytes { bytes throws(LMDBError) -> Int32 in
            var name = MDB_val(bytes)
            return mdb_del(handle, table.handle, &name, nil)
        }
        if code == MDB_NOTFOUND { return false }
        try check(code, "remove from \(table.name)")
        return true
    }

    /// Removes every row.
    public mutating func removeAll<Key>(from table: Table<Key>) throws(LMDBError) {
        requireOwnThread()
        try check(mdb_drop(handle, table.handle, 0), "empty \(table.name)")
    }
}
