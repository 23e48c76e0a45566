import CLMDB
import Glibc
import Synchronization

extension Environment {
    /// Begins a snapshot.
    public func beginRead() throws(LMDBError) -> ReadTransaction { try ReadTransaction(environment: self) }

    /// Waits for the write lock, over all processes, and begins the write transaction.
    /// - Precondition: this thread has no write transaction of this environment: it would wait for itself for ever.
    public func beginWrite() throws(LMDBError) -> WriteTransaction { try WriteTransaction(environment: self) }

    /// Runs `body` on a snapshot.
    public func read<R, Failure: Error>(
        _ body: (borrowing ReadTransaction) throws(Failure) -> R
    ) throws -> R {
        let transaction = try beginRead()
        return try body(transaction)
    }

    /// Runs `body` in a write transaction: commits when it returns, aborts when it throws.
    public func write<R, Failure: Error>(
        _ body: (inout WriteTransaction) throws(Failure) -> R
    ) throws -> R {
        var transaction = try beginWrite()
        let result = try body(&transaction)
        try transaction.commit()
        return result
    }

    func beginTransaction(flags: UInt32) throws(LMDBError) -> OpaquePointer {
        let environment = try enterTransaction()
        var transaction: OpaquePointer?
        var code = mdb_txn_begin(environment, nil, flags, &transaction)
        if code == MDB_READERS_FULL {
            // Slots of killed processes stay taken until someone looks.
            var dead: Int32 = 0
            mdb_reader_check(environment, &dead)
            if dead > 0 { code = mdb_txn_begin(environment, nil, flags, &transaction) }
        }
        guard code == 0, let transaction else {
            endTransaction()
            throw LMDBError(code: code, "begin a transaction in \(directory)")
        }
        return transaction
    }

    /// Counts a transaction in, waiting for a running ``reopen()`` to end.
    func enterTransaction() throws(LMDBError) -> OpaquePointer {
        while true {
            let entered = state.withLock { state -> (handle: OpaquePointer?, mustWait: Bool) in
                if state.isReopening { return (nil, true) }
                if state.handle != nil { state.transactions += 1 }
                return (state.handle, false)
            }
            if let handle = entered.handle { return handle }
            guard entered.mustWait else { throw LMDBError(.closed, "begin a transaction in \(directory)") }
            usleep(1_000)
        }
    }

    func endTransaction() {
        state.withLock { $0.transactions -= 1 }
    }

    /// Called before the lock is waited for; ``holdWriter(_:)`` once it is held.
    func requireNotWriter(_ thread: pthread_t) {
        precondition(
            writer.load(ordering: .relaxed) != UInt(thread),
            "a second write transaction was begun on the thread that has one: it would wait for itself for ever"
        )
    }

    func holdWriter(_ thread: pthread_t) { writer.store(UInt(thread), ordering: .relaxed) }

    func releaseWriter() { writer.store(0, ordering: .relaxed) }
}
