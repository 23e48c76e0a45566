import CLMDB
import Glibc
import Synchronization

extension Environment {
    /// Closes and opens the file again, after ``LMDBError/Condition/panic``. Tables stay valid. May be called again
    /// when it fails; until it succeeds everything else throws `closed`.
    /// - Parameter timeout: how long to wait for this process's transactions to end. New ones are not held off, because
    ///   a thread may need a second one to finish its first; after a panic they fail at once and end.
    /// - Throws: `busy` when transactions are still running after `timeout`; what opening throws.
    /// - Precondition: this thread does not have the write transaction.
    public func reopen(waitingAtMost timeout: Duration = .seconds(10)) throws(LMDBError) {
        try whenQuiet(within: timeout, "reopen \(directory)") { state throws(LMDBError) in
            if let handle = state.handle { mdb_env_close(handle) }
            state.handle = nil
            let file = DataFile(directory: directory)
            guard try file.identity() == state.identity else {
                throw LMDBError(.invalidFile, "\(file.path) was replaced by another file")
            }
            try file.requireSound(mayBeEmpty: false)
            let handle = try Environment.openHandle(directory, options)
            do throws(LMDBError) {
                try Environment.reopenTables(state.tables, handle, directory)
            } catch {
                mdb_env_close(handle)
                throw error
            }
            state.handle = handle
        }
    }

    /// Takes over a map that another process has enlarged, when beginning a transaction could not do so by itself
    /// (`mapResized`).
    /// - Throws: `busy` when transactions of this process are still running after `timeout`: their pages are mapped.
    /// - Precondition: this thread does not have the write transaction.
    public func adoptMapSize(waitingAtMost timeout: Duration = .seconds(10)) throws(LMDBError) {
        try whenQuiet(within: timeout, "adopt the map size of \(directory)") { state throws(LMDBError) in
            guard let handle = state.handle else { throw LMDBError(.closed, "adopt the map size of \(directory)") }
            let code = mdb_env_set_mapsize(handle, 0)
            if code != 0 {
                // The old map is gone and there is no new one: nothing but closing is safe.
                mdb_env_close(handle)
                state.handle = nil
            }
            try check(code, "adopt the map size of \(directory)")
        }
    }

    /// Closes the environment once this process's transactions have ended. Closed already is closed.
    /// - Throws: `busy` when transactions are still running after `timeout`; the environment stays open then.
    /// - Precondition: this thread does not have the write transaction.
    public func close(waitingAtMost timeout: Duration) throws(LMDBError) {
        do throws(LMDBError) {
            try whenQuiet(within: timeout, "close \(directory)") { state in close(&state) }
        } catch  where error.condition == .closed {
            return
        }
    }

    private func whenQuiet(
        within timeout: Duration, _ operation: String, _ body: (inout State) throws(LMDBError) -> Void
    ) throws(LMDBError) {
        requireNotWriter(pthread_self())
        let deadline = ContinuousClock.now + timeout
        while true {
            let isDone = try state.withLock { state throws(LMDBError) -> Bool in
                if state.isClosed { throw LMDBError(.closed, operation) }
                guard state.transactions == 0 else { return false }
                try body(&state)
                return true
            }
            if isDone { return }
            if ContinuousClock.now >= deadline { throw LMDBError(.busy, operation) }
            usleep(500)
        }
    }
}
