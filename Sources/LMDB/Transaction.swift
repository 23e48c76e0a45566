public import CLMDB

/// What read and write transactions have in common: a consistent view of every table.
///
/// Spans that a transaction gives out borrow from it: the compiler rejects one that outlives it, or a change while one
/// lives. Don't hold a transaction or a span across `await`.
public protocol Transaction: ~Copyable {
    var handle: TransactionHandle { get }
}

/// What stands for a transaction inside this module.
public struct TransactionHandle {
    @usableFromInline
    let pointer: OpaquePointer
    @usableFromInline
    let environment: Int

    init(pointer: OpaquePointer, environment: Int) {
        self.pointer = pointer
        self.environment = environment
    }

    /// LMDB knows a table by a small number that means another table in another environment.
    @inlinable
    @inline(__always)
    func of<Key>(_ table: Table<Key>) -> OpaquePointer {
        precondition(table.environment == environment, "a table was used with a transaction of another environment")
        return pointer
    }
}

extension Transaction where Self: ~Copyable {
    /// LMDB's number of the state that a snapshot sees, or that a write transaction will leave; each commit that changed
    /// something adds one.
    @inlinable
    public var number: Int { mdb_txn_id(handle.pointer) }

    /// The value of `key`, borrowed from the transaction; nil when there is none.
    @inlinable
    @_lifetime(borrow self)
    public func get<Key: TableKey>(_ key: Key, in table: Table<Key>) throws(LMDBError) -> RawSpan? {
        var value = MDB_val()
        let transaction = handle.of(table)
        let code = try key.withKeyBytes { bytes throws(LMDBError) -> Int32 in
            var name = MDB_val(bytes)
            return mdb_get(transaction, table.handle, &name, &value)
        }
        if code == MDB_NOTFOUND { return nil }
        try check(code, "read \(table.name)")
        let span = RawSpan(_unsafeStart: UnsafeRawPointer(value.mv_data), byteCount: value.mv_size)
        return _overrideLifetime(span, borrowing: self)
    }

    @inlinable
    public func contains<Key: TableKey>(_ key: Key, in table: Table<Key>) throws(LMDBError) -> Bool {
        try get(key, in: table) != nil
    }

    /// How many entries the table has, each duplicate counted.
    public func count<Key>(_ table: Table<Key>) throws(LMDBError) -> Int {
        var statistics = MDB_stat()
        try check(mdb_stat(handle.of(table), table.handle, &statistics), "count \(table.name)")
        return statistics.ms_entries
    }

    /// How many bytes the table's pages take.
    public func byteCount<Key>(_ table: Table<Key>) throws(LMDBError) -> Int {
        var statistics = MDB_stat()
        try check(mdb_stat(handle.of(table), table.handle, &statistics), "size \(table.name)")
        let pages = statistics.ms_branch_pages + statistics.ms_leaf_pages + statistics.ms_overflow_pages
        return pages * Int(statistics.ms_psize)
    }
}

extension MDB_val {
    /// For input only: LMDB does not write through keys and values it is given.
    @inlinable
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
}
