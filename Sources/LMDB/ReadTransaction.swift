import CLMDB

/// A snapshot of the environment. Ends when it goes out of scope. May move between threads (`MDB_NOTLS`), but holds
/// old pages as long as it lives: keep it short.
public struct ReadTransaction: ~Copyable, Transaction {
    public let handle: TransactionHandle
    @usableFromInline
    let environment: Environment
    /// Whether LMDB has freed the handle.
    private var isFinished = false

    init(environment: Environment) throws(LMDBError) {
        self.environment = environment
        handle = TransactionHandle(
            pointer: try environment.beginTransaction(flags: UInt32(MDB_RDONLY)), environment: environment.number)
    }

    deinit {
        if !isFinished {
            mdb_txn_abort(handle.pointer)
            environment.leave()
        }
    }

    consuming func finishOpeningTables() throws(LMDBError) {
        let code = mdb_txn_commit(handle.pointer)
        isFinished = true
        environment.leave()
        try check(code, "open tables of \(environment.directory)")
    }
}
