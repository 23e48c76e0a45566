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
        do throws(LMDBError) {
            return try beginOnce(flags: flags)
        } catch {
            switch error.condition {
            case .readersFull:
                // Slots of killed processes stay taken until someone looks.
                guard try checkStaleReaders() > 0 else { throw error }
            case .mapResized:
                // Others of this process that fail the same way end at once; a longer one keeps its map, and its
                // owner has to see the error.
                guard (try? adoptMapSize(waitingAtMost: .milliseconds(100))) != nil else { throw error }
            default:
                throw error
            }
            return try beginOnce(flags: flags)
        }
    }

    private func beginOnce(flags: UInt32) throws(LMDBError) -> OpaquePointer {
        let operation = "begin a transaction in \(directory)"
        let environment = try enter(operation)
        var transaction: OpaquePointer?
        let code = mdb_txn_begin(environment, nil, flags, &transaction)
        guard code == 0, let transaction else {
            leave()
            throw LMDBError(code: code, operation)
        }
        return transaction
    }

    /// Counts a user of the handle in, so that it is not closed or replaced meanwhile.
    func enter(_ operation: @autoclosure () -> String) throws(LMDBError) -> OpaquePointer {
        let handle = state.withLock { state in
            if state.handle != nil { state.transactions += 1 }
            return state.handle
        }
        guard let handle else { throw LMDBError(.closed, operation()) }
        return handle
    }

    func leave() {
        state.withLock { $0.transactions -= 1 }
    }

    /// Called before the lock is waited for; ``holdWriter(_:)`` once it is held. A thread reads back what it wrote
    /// itself or what another thread did, never its own number by chance, so no ordering is needed.
    func requireNotWriter(_ thread: pthread_t) {
        precondition(
            writer.load(ordering: .relaxed) != UInt(thread),
            "the thread that has the write transaction asked for its lock again: it would wait for itself for ever"
        )
    }

    func holdWriter(_ thread: pthread_t) { writer.store(UInt(thread), ordering: .relaxed) }

    /// Called *before* the lock is given up: afterwards it would undo the next writer's mark.
    func releaseWriter() { writer.store(0, ordering: .relaxed) }
}
