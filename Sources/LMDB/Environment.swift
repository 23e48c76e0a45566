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
        /// The data when `commit` returns, the meta page that names it with the next commit or ``Environment/sync()``:
        /// a power loss may take back the last commit, acknowledged as it was, but never breaks the file
        /// (`MDB_NOMETASYNC`). A killed process loses nothing.
        case withoutMetaSync
        /// Whenever the system writes it, in any order: a power loss may lose commits and break the file without a
        /// sign. Only for what is synced by ``Environment/sync()`` before anyone relies on it, or can be made again
        /// (`MDB_NOSYNC`). A killed process loses nothing.
        case none
    }

    public struct Options: Sendable {
        /// The most the file may grow to, in bytes; a file that is larger already keeps its size. Costs address space,
        /// not memory or disk.
        public var mapSize = 1 << 36
        /// Reader slots, over all processes; the first to open the environment decides.
        public var maximumReaders = 1024
        public var maximumTables = 32
        public var durability = Durability.full
        public var isReadOnly = false
        /// Make the file if it is missing or empty. The directory must exist. Without this neither is touched.
        public var creates = true

        public init() {}
    }

    /// The directory of `data.mdb` and `lock.mdb`.
    public let directory: String
    public let options: Options

    struct State: ~Copyable {
        /// nil: closed, or a ``reopen(waitingAtMost:)`` failed.
        var handle: OpaquePointer?
        let identity: FileIdentity
        var isClosed = false
        /// Running transactions of this process; the handle is not replaced or closed under them.
        var transactions = 0
        var tables: [OpenTable] = []
    }
    let state: Mutex<State>
    /// Tells this object's tables from those of others. Never used again, unlike an address.
    let number: Int
    /// The thread that holds the write transaction, 0 when none of this process does.
    let writer = Atomic<UInt>(0)
    /// Held while a table is opened: LMDB allows one such transaction at a time (`mdb_dbi_open`).
    let tableOpening = Mutex(())

    /// Opens the environment in `directory`, which must exist.
    /// - Throws: `alreadyOpen` when this process has it open; `noSuchFile`, `permissionDenied`; `invalidFile` when the
    ///   file is none of LMDB's, is cut short, or is empty and not to be made; `versionMismatch`, `other`.
    public init(directory: String, options: Options = Options()) throws(LMDBError) {
        self.directory = directory
        self.options = options
        number = OpenEnvironments.nextNumber()
        let file = DataFile(directory: directory)
        let mayCreate = options.creates && !options.isReadOnly
        if mayCreate { try file.createIfMissing() }
        let identity = try file.identity()
        // Claimed before LMDB opens anything: closing a second descriptor of its lock file drops the first one's locks.
        try OpenEnvironments.claim(identity, file.path)
        do throws(LMDBError) {
            try file.requireSound(mayBeEmpty: mayCreate)
            state = Mutex(State(handle: try Environment.openHandle(directory, options), identity: identity))
        } catch {
            OpenEnvironments.release(identity)
            throw error
        }
    }

    deinit { close() }

    /// Closes the environment. Later calls throw `closed`.
    /// - Precondition: no transaction of it is running.
    public func close() {
        state.withLock { state in
            precondition(state.transactions == 0, "the environment \(directory) was closed under a transaction")
            close(&state)
        }
    }

    func close(_ state: inout State) {
        guard !state.isClosed else { return }
        let handle = state.handle
        OpenEnvironments.release(state.identity) { if let handle { mdb_env_close(handle) } }
        state.handle = nil
        state.isClosed = true
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
            if !options.isReadOnly { try allocateLockFile(directory, readers: options.maximumReaders) }
            try check(mdb_env_open(handle, directory, flags, 0o600), "open \(directory)")
            return handle
        } catch {
            // `lmdb.h`: the handle must be closed also when `mdb_env_open` fails.
            mdb_env_close(handle)
            throw error
        }
    }

    /// LMDB makes its lock file sparse and maps it: on a full disk the first touch would end the process by signal.
    private static func allocateLockFile(_ directory: String, readers: Int) throws(LMDBError) {
        let path = directory + "/lock.mdb"
        // The environment is claimed and not open yet, so no lock of this process is dropped with the descriptor.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LMDBError(code: errno, "open \(path)") }
        defer { Glibc.close(descriptor) }
        // What LMDB itself asks for: a cache line a reader, two for the header. A larger file would have more slots.
        try check(posix_fallocate(descriptor, 0, off_t((readers + 2) * 64)), "allocate \(path)")
    }
}
