import CLMDB
import Glibc
import Synchronization

extension Environment {
    /// Figures about the environment as it is now.
    public struct Information: Sendable {
        /// The most the file may grow to, in bytes.
        public var mapSize: Int
        /// The bytes up to the last page in use.
        public var usedBytes: Int
        /// The number of the last committed transaction.
        public var lastTransaction: Int
        /// Reader slots ever used; the lowest free one is taken first.
        public var readersInUse: Int
        public var maximumReaders: Int
    }

    public func information() throws(LMDBError) -> Information {
        try withHandle { handle throws(LMDBError) in
            var info = MDB_envinfo()
            var statistics = MDB_stat()
            try check(mdb_env_info(handle, &info), "examine \(directory)")
            try check(mdb_env_stat(handle, &statistics), "examine \(directory)")
            return Information(
                mapSize: info.me_mapsize,
                usedBytes: (info.me_last_pgno + 1) * Int(statistics.ms_psize),
                lastTransaction: info.me_last_txnid,
                readersInUse: Int(info.me_numreaders),
                maximumReaders: Int(info.me_maxreaders)
            )
        }
    }

    /// Frees the reader slots of processes that no longer live, and returns how many. Their snapshots kept pages from
    /// being reused: run it on a timer.
    @discardableResult
    public func checkStaleReaders() throws(LMDBError) -> Int {
        try withHandle { handle throws(LMDBError) in
            var dead: Int32 = 0
            try check(mdb_reader_check(handle, &dead), "check the readers of \(directory)")
            return Int(dead)
        }
    }

    /// Copies the environment, as of now, into the existing empty directory `destination`, while it is in use.
    /// - Parameter compacting: leave out free pages; slower.
    public func copy(to destination: String, compacting: Bool = false) throws(LMDBError) {
        try withHandle { handle throws(LMDBError) in
            let flags = compacting ? UInt32(MDB_CP_COMPACT) : 0
            try check(mdb_env_copy2(handle, destination, flags), "copy \(directory) to \(destination)")
        }
    }

    /// Writes everything committed to disk, also where ``Durability`` puts it off.
    public func sync() throws(LMDBError) {
        try withHandle { handle throws(LMDBError) in
            try check(mdb_env_sync(handle, 1), "sync \(directory)")
        }
    }

    /// Takes over a map that another process has enlarged (`mapResized`).
    /// - Precondition: no transaction of this process is running.
    public func adoptMapSize() throws(LMDBError) {
        try withHandle { handle throws(LMDBError) in
            try check(mdb_env_set_mapsize(handle, 0), "adopt the map size of \(directory)")
        }
    }

    /// Closes and opens the file again, after ``LMDBError/Condition/panic``: waits until this process's transactions
    /// have ended, holding off new ones. Tables stay valid.
    public func reopen() throws(LMDBError) {
        let mayReopen = state.withLock { state -> Bool in
            guard state.handle != nil, !state.isReopening else { return false }
            state.isReopening = true
            return true
        }
        guard mayReopen else { return }
        while state.withLock({ $0.transactions > 0 }) { usleep(1_000) }
        try state.withLock { state throws(LMDBError) in
            defer { state.isReopening = false }
            if let handle = state.handle { mdb_env_close(handle) }
            state.handle = nil
            do throws(LMDBError) {
                let handle = try Environment.openHandle(directory, options)
                try Environment.reopenTables(state.tables, handle, directory)
                state.handle = handle
            } catch {
                OpenEnvironments.release(state.identity)
                throw error
            }
        }
    }

    /// Closes the environment as soon as this process's transactions have ended, holding off new ones.
    public func closeWhenIdle() {
        let isOpen = state.withLock { state -> Bool in
            guard state.handle != nil, !state.isReopening else { return false }
            state.isReopening = true
            return true
        }
        guard isOpen else { return }
        while state.withLock({ $0.transactions > 0 }) { usleep(1_000) }
        state.withLock { state in
            state.isReopening = false
            close(&state)
        }
    }

    private func withHandle<R>(_ body: (OpaquePointer) throws(LMDBError) -> R) throws(LMDBError) -> R {
        let handle = try enterTransaction()
        defer { endTransaction() }
        return try body(handle)
    }
}
