import CLMDB
import Glibc
import Synchronization

/// An LMDB environment: one file of tables, shared by all processes that open it.
///
/// One object a process and file, ever: opening a file twice in a process would drop LMDB's locks without a word, so a
/// registry refuses it (`alreadyOpen`).
public final class Environment: Sendable {
    /// When a commit is on disk.
    public enum Durability: Sendable {
        /// When `commit` returns. Nothing acknowledged is ever lost.
        case full
        /// The data when `commit` returns, the meta page with the next commit: a power loss may take back the last
        /// commits, never break the file (`MDB_NOMETASYNC`).
        case withoutMetaSync
        /// Whenever the system writes it: a power loss may break the file. Only for what is synced by
        /// ``Environment/sync()`` before anyone relies on it, or can be made again (`MDB_NOSYNC`).
        case none
    }

    public struct Options: Sendable {
        /// The most the file may grow to, in bytes. Costs address space, not memory or disk.
        public var mapSize = 1 << 36
        /// Reader slots, over all processes.
        public var maximumReaders = 1024
        public var maximumTables = 32
        public var durability = Durability.full
        public var isReadOnly = false
        /// Make the files if they are missing. The directory must exist.
        public var creates = true

        public init() {}
    }

    /// The directory of `data.mdb` and `lock.mdb`.
    public let directory: String
    public let options: Options

    struct State: ~Copyable {
        /// nil: closed.
        var handle: OpaquePointer?
        var identity: FileIdentity
        /// Running transactions of this process; the handle is not closed under them.
        var transactions = 0
        /// New transactions wait while the handle is being replaced.
        var isReopening = false
        var tables: [(name: String, flags: UInt32, handle: MDB_dbi)] = []
    }
    let state: Mutex<State>
    /// The thread that holds the write transaction, 0 when none of this process does.
    let writer = Atomic<UInt>(0)

    /// Opens the environment in `directory`, which must exist.
    /// - Throws: `alreadyOpen` when this process has it open; `noSuchFile`, `permissionDenied`, `invalidFile`,
    ///   `versionMismatch`, `other`.
    public init(directory: String, options: Options = Options()) throws(LMDBError) {
        self.directory = directory
        self.options = options
        let path = directory + "/data.mdb"
        if !options.creates || options.isReadOnly, FileIdentity(path: path) == nil {
            throw LMDBError(code: errno, "open \(path)")
        }
        // Claimed before LMDB opens the file: closing a second descriptor of it would drop the first one's locks.
        let claimed = FileIdentity(path: path)
        if let claimed { try OpenEnvironments.claim(claimed, path) }
        do throws(LMDBError) {
            let handle = try Environment.openHandle(directory, options)
            guard let identity = FileIdentity(path: path) else { throw LMDBError(code: errno, "open \(path)") }
            if claimed == nil { try OpenEnvironments.claim(identity, path) }
            state = Mutex(State(handle: handle, identity: identity))
        } catch {
            if let claimed { OpenEnvironments.release(claimed) }
            throw error
        }
    }

    deinit { close() }

    /// Closes the environment. Later calls throw `closed`.
    /// - Precondition: no transaction of it is running.
    public func close() {
        state.withLock { close(&$0) }
    }

    func close(_ state: inout State) {
        guard let handle = state.handle else { return }
        precondition(state.transactions == 0, "the environment \(directory) was closed under a transaction")
        mdb_env_close(handle)
        OpenEnvironments.release(state.identity)
        state.handle = nil
    }

    static func openHandle(_ directory: String, _ options: Options) throws(LMDBError) -> OpaquePointer {
        var created: OpaquePointer?
        try check(mdb_env_create(&created), "create an environment")
        guard let handle = created else { throw LMDBError(.other(ENOMEM), "create an environment") }
        do throws(LMDBError) {
            try check(mdb_env_set_maxdbs(handle, MDB_dbi(options.maximumTables)), "set the number of tables")
            try check(mdb_env_set_mapsize(handle, options.mapSize), "set the map size")
            try check(mdb_env_set_maxreaders(handle, UInt32(options.maximumReaders)), "set the number of readers")
            var flags = UInt32(MDB_NOTLS)
            if options.isReadOnly { flags |= UInt32(MDB_RDONLY) }
            switch options.durability {
            case .full: break
            case .withoutMetaSync: flags |= UInt32(MDB_NOMETASYNC)
            case .none: flags |= UInt32(MDB_NOSYNC)
            }
            try check(mdb_env_open(handle, directory, flags, 0o600), "open \(directory)")
            try requireWholeFile(handle, directory)
            return handle
        } catch {
            mdb_env_close(handle)
            throw error
        }
    }

    /// LMDB maps the file and dies by signal on a page that is not there, so a file cut short is refused at the door.
    private static func requireWholeFile(_ handle: OpaquePointer, _ directory: String) throws(LMDBError) {
        var info = MDB_envinfo()
        var statistics = MDB_stat()
        try check(mdb_env_info(handle, &info), "examine \(directory)")
        try check(mdb_env_stat(handle, &statistics), "examine \(directory)")
        let needed = (info.me_last_pgno + 1) * Int(statistics.ms_psize)
        guard let size = FileIdentity.size(path: directory + "/data.mdb"), size >= needed else {
            throw LMDBError(.invalidFile, "\(directory)/data.mdb is shorter than its last page")
        }
    }
}
