public import CLMDB

/// A place in a table. Moves return whether there is an entry; `key` and `value` are those of the last successful move,
/// and asking for them before one is a precondition failure. After a seek that found nothing, where `next` and
/// `previous` lead is not defined: seek again, or go to the first or last entry.
///
/// Lives inside its transaction, and what it gives out lives until its next move: the compiler sees to both.
public struct Cursor<Key: TableKey>: ~Copyable, ~Escapable {
    @usableFromInline
    let handle: OpaquePointer
    @usableFromInline
    let hasDuplicates: Bool
    @usableFromInline
    var currentKey = MDB_val()
    @usableFromInline
    var currentValue = MDB_val()

    @_lifetime(borrow transaction)
    public init<T: Transaction & ~Copyable>(_ table: Table<Key>, in transaction: borrowing T) throws(LMDBError) {
        var cursor: OpaquePointer?
        try check(
            mdb_cursor_open(transaction.handle.of(table), table.handle, &cursor), "open a cursor on \(table.name)")
        guard let cursor else { throw LMDBError(.badTransaction, "open a cursor on \(table.name)") }
        handle = cursor
        hasDuplicates = table.hasDuplicates
    }

    deinit { mdb_cursor_close(handle) }

    /// The key of the entry the cursor is at.
    @inlinable
    public var keyBytes: RawSpan {
        @_lifetime(borrow self)
        get {
            let span = RawSpan(_unsafeStart: UnsafeRawPointer(currentKey.mv_data), byteCount: currentKey.mv_size)
            return _overrideLifetime(span, borrowing: self)
        }
    }

    /// The key of the entry the cursor is at; nil when its bytes are none of this type.
    @inlinable
    public var key: Key? { Key(keyBytes: keyBytes) }

    /// The value of the entry the cursor is at.
    @inlinable
    public var value: RawSpan {
        @_lifetime(borrow self)
        get {
            let span = RawSpan(_unsafeStart: UnsafeRawPointer(currentValue.mv_data), byteCount: currentValue.mv_size)
            return _overrideLifetime(span, borrowing: self)
        }
    }

    @inlinable
    @inline(__always)
    mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        // LMDB writes to the locals; the struct is assigned afterwards, so that no pointer into it escapes.
        var key = MDB_val()
        var value = MDB_val()
        let code = mdb_cursor_get(handle, &key, &value, operation)
        if code == MDB_NOTFOUND { return false }
        try check(code, "move a cursor")
        currentKey = key
        currentValue = value
        return true
    }

    @inlinable public mutating func first() throws(LMDBError) -> Bool { try move(MDB_FIRST) }
    @inlinable public mutating func last() throws(LMDBError) -> Bool { try move(MDB_LAST) }
    @inlinable public mutating func next() throws(LMDBError) -> Bool { try move(MDB_NEXT) }
    @inlinable public mutating func previous() throws(LMDBError) -> Bool { try move(MDB_PREV) }

    /// Moves to the first entry whose key is `key` or greater.
    @inlinable
    public mutating func seek(to key: Key) throws(LMDBError) -> Bool {
        try seek(key, MDB_SET_RANGE)
    }

    /// Moves to the last entry whose key is `key` or less, and to the last value of that key.
    @inlinable
    public mutating func seek(before key: Key) throws(LMDBError) -> Bool {
        guard try seek(key, MDB_SET_RANGE) else { return try last() }
        let isKey = try key.withKeyBytes { bytes throws(LMDBError) -> Bool in
            keyBytes.withUnsafeBytes { $0.elementsEqual(bytes) }
        }
        guard isKey else { return try previous() }
        return hasDuplicates ? try lastValue() : true
    }

    /// Moves to the first value of `key` itself.
    @inlinable
    public mutating func seek(exactly key: Key) throws(LMDBError) -> Bool {
        try seek(key, MDB_SET_KEY)
    }

    @inlinable
    mutating func seek(_ key: Key, _ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        var found = MDB_val()
        var value = MDB_val()
        let handle = handle
        let code = try key.withKeyBytes { bytes throws(LMDBError) -> Int32 in
            found = MDB_val(bytes)
            return mdb_cursor_get(handle, &found, &value, operation)
        }
        if code == MDB_NOTFOUND { return false }
        try check(code, "seek a key")
        currentKey = found
        currentValue = value
        return true
    }
}

/// Moves among the values of one key, for tables with duplicates.
extension Cursor {
    /// Moves to the first value of `key` that is `value` or greater.
    @inlinable
    public mutating func seek(_ key: Key, valueAtLeast value: RawSpan) throws(LMDBError) -> Bool {
        var found = MDB_val()
        let handle = handle
        let code = try key.withKeyBytes { bytes throws(LMDBError) -> Int32 in
            var name = MDB_val(bytes)
            return value.withUnsafeBytes { content in
                found = MDB_val(content)
                return mdb_cursor_get(handle, &name, &found, MDB_GET_BOTH_RANGE)
            }
        }
        if code == MDB_NOTFOUND { return false }
        try check(code, "seek a value")
        // LMDB has given back the value only; the key that it was given is the caller's memory.
        return try move(MDB_GET_CURRENT)
    }

    @inlinable public mutating func firstValue() throws(LMDBError) -> Bool { try moveValue(MDB_FIRST_DUP) }
    @inlinable public mutating func lastValue() throws(LMDBError) -> Bool { try moveValue(MDB_LAST_DUP) }
    @inlinable public mutating func nextValue() throws(LMDBError) -> Bool { try moveValue(MDB_NEXT_DUP) }
    @inlinable public mutating func previousValue() throws(LMDBError) -> Bool { try moveValue(MDB_PREV_DUP) }

    @inlinable
    mutating func moveValue(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        var key = MDB_val()
        var value = MDB_val()
        let code = mdb_cursor_get(handle, &key, &value, operation)
        if code == MDB_NOTFOUND { return false }
        try check(code, "move a cursor")
        // Some of these moves give back the key, others leave it alone.
        if key.mv_data != nil { currentKey = key }
        currentValue = value
        return true
    }

    /// How many values the key at the cursor has.
    public func valueCount() throws(LMDBError) -> Int {
        var count = 0
        try check(mdb_cursor_count(handle, &count), "count values")
        return count
    }
}
