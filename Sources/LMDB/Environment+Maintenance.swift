import CLMDB
import Glibc

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
        try withHandle("examine \(directory)") { handle throws(LMDBError) in
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
    /// being reused: run it on a timer. A map or a reader table found full runs it too.
    @discardableResult
    public func checkStaleReaders() throws(LMDBError) -> Int {
        try withHandle("check the readers of \(directory)") { handle throws(LMDBError) in
            var dead: Int32 = 0
            try check(mdb_reader_check(handle, &dead), "check the readers of \(directory)")
            return Int(dead)
        }
    }

    /// How many transactions ago the oldest reader of any process began; 0 when none reads.
    public func oldestReader() throws(LMDBError) -> Int {
        let last = try information().lastTransaction
        var oldest = last
        try withHandle("list the readers of \(directory)") { handle throws(LMDBError) in
            // Rows of process, thread and transaction, or "-" (lmdb.h: mdb_reader_list).
            let code = mdb_reader_list(
                handle,
                { line, context in
                    guard let line, let oldest = context?.assumingMemoryBound(to: Int.self) else { return 0 }
                    if let field = String(cString: line).split(whereSeparator: \.isWhitespace).last,
                        let began = Int(field)
                    {
                        oldest.pointee = min(oldest.pointee, began)
                    }
                    return 0
                }, &oldest)
            if code < 0 { try check(code, "list the readers of \(directory)") }
        }
        return last - oldest
    }

    /// Writes everything committed to disk, also where ``Durability`` puts it off.
    public func sync() throws(LMDBError) {
        try withHandle("sync \(directory)") { handle throws(LMDBError) in
            try check(mdb_env_sync(handle, 1), "sync \(directory)")
        }
    }

    /// Copies the environment, as of now, into the existing directory `destination`, while it is in use. The copy is on
    /// disk when this returns; a copy that fails leaves no file.
    /// - Parameter compacting: leave out free pages; slower.
    /// - Throws: `fileExists` when `destination` has an environment; `noSuchFile`, `diskFull`, …
    /// - Precondition: this thread does not have the write transaction, whose lock the copy waits for.
    public func copy(to destination: String, compacting: Bool = false) throws(LMDBError) {
        requireNotWriter(pthread_self())
        let operation = "copy \(directory) to \(destination)"
        let file = destination + "/data.mdb"
        guard access(file, F_OK) != 0 else { throw LMDBError(.fileExists, operation) }
        try withHandle(operation) { handle throws(LMDBError) in
            var code = mdb_env_copy2(handle, destination, compacting ? UInt32(MDB_CP_COMPACT) : 0)
            if code == 0 { code = Environment.syncFile(file) }
            if code == 0 { code = Environment.syncFile(destination) }
            if code != 0, code != EEXIST { unlink(file) }
            try check(code, operation)
        }
    }

    /// Also of a directory, whose entries are what is synced.
    private static func syncFile(_ path: String) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { Glibc.close(descriptor) }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    private func withHandle<R>(
        _ operation: String, _ body: (OpaquePointer) throws(LMDBError) -> R
    ) throws(LMDBError) -> R {
        let handle = try enter(operation)
        defer { leave() }
        return try body(handle)
    }
}
