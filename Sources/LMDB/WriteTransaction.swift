public import CLMDB
import Glibc

/// The one write transaction of an environment at a time, over all processes. Aborts unless committed.
///
/// It belongs to the thread that began it; using it on another one is a precondition failure, because LMDB would
/// accept the commit and then hang the next writer for ever.
public struct WriteTransaction: ~Copyable, Transaction {
    public let handle: TransactionHandle
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
        handle = TransactionHandle(
            pointer: try environment.beginTransaction(flags: 0), environment: environment.number)
        environment.holdWriter(thread)
    }

    deinit {
        if !isFinished {
            requireOwnThread()
            environment.releaseWriter()
            mdb_txn_abort(handle.pointer)
            environment.leave()
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
        let code = mdb_txn_commit(handle.pointer)
        isFinished = true
        environment.leave()
        if code == EIO, environment.isDiskFull() {
            throw LMDBError(.diskFull, "commit to \(environment.directory)")
        }
        try check(code, "commit to \(environment.directory)")
    }

    /// Sets the value of `key`.
    @inlinable
    public mutating func put<Key: TableKey>(_ value: [UInt8], for key: Key, in table: Table<Key>) throws(LMDBError) {
        try put(value.span.bytes, for: key, in: table)
    }

    /// Sets the value of `key`; in a table with duplicates, adds it to the set.
    /// - Throws: `mapFull`: the transaction is lost, what was committed stands, and another may find room: slots of dead
    ///   readers, which keep pages from being reused, have been freed. `keyTooLong`.
    @inlinable
    public mutating func put<Key: TableKey>(_ value: RawSpan, for key: Key, in table: Table<Key>) throws(LMDBError) {
        try put(value, for: key, in: table, flags: 0)
    }

    /// Adds a row whose key is greater than every other (`MDB_APPEND`); `keyExists` when it is not.
    @inlinable
    public mutating func append<Key: TableKey>(_ value: [UInt8], for key: Key, in table: Table<Key>) throws(LMDBError) {
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
        try table.requireSize(of: value)
        let handle = handle.of(table)
        let code = try key.withKeyBytes { bytes throws(LMDBError) -> Int32 in
            var name = MDB_val(bytes)
            return value.withUnsafeBytes { content in
                var data = MDB_val(content)
                return mdb_put(handle, table.handle, &name, &data, flags)
            }
        }
        if code != 0 { throw environment.writeFailure(code, table.name) }
    }

    /// Removes `key` and all its values; false when there was none.
    @discardableResult
    @inlinable
    public mutating func remove<Key: TableKey>(_ key: Key, from table: Table<Key>) throws(LMDBError) -> Bool {
        requireOwnThread()
        let handle = handle.of(table)
        let code = try key.withKeyBytes { bytes throws(LMDBError) -> Int32 in
            var name = MDB_val(bytes)
            return mdb_del(handle, table.handle, &name, nil)
        }
        if code == MDB_NOTFOUND { return false }
        if code != 0 { throw environment.writeFailure(code, table.name) }
        return true
    }

    /// Removes every row. Its pages become free when no snapshot needs them.
    public mutating func removeAll<Key>(from table: Table<Key>) throws(LMDBError) {
        requireOwnThread()
        try check(mdb_drop(handle.of(table), table.handle, 0), "empty \(table.name)")
    }
}

extension Environment {
    @usableFromInline
    @inline(never)
    func writeFailure(_ code: Int32, _ table: String) -> LMDBError {
        let error = LMDBError(code: code, "write to \(table)")
        // What they may free helps the next transaction; failing to look changes nothing about this one.
        if error.condition == .mapFull { _ = try? checkStaleReaders() }
        return error
    }

    /// LMDB 0.9 answers EIO, like a broken disk, when a write was cut short because the disk or the permitted file size
    /// ended under it (`mdb_page_flush`).
    func isDiskFull() -> Bool {
        let nearby = 1 << 20
        var disk = statvfs()
        if statvfs(directory, &disk) == 0, Int(disk.f_bavail * disk.f_frsize) < nearby { return true }
        var file = stat()
        var limit = rlimit()
        guard stat(directory + "/data.mdb", &file) == 0,
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
        else { return false }
        return limit.rlim_cur < rlim_t(Int(file.st_size) + nearby)
    }
}
