import LMDB

extension Flusher {
    /// Mends what kept `generation` from being used; afterwards the work is worth another try.
    /// - Precondition: this thread holds no writer lock.
    /// - Throws: `error` itself, as an ``EventLogError``, when it has nothing to do with the index; `busy`.
    func mend(_ error: any Error, of generation: IndexGeneration) throws {
        switch error {
        case IndexTrouble.lagging:
            try waitForCatchUp()
        case IndexTrouble.damaged:
            try index.rebuild(replacing: generation)
        case let error as LMDBError where error.condition == .corrupted:
            // Which of the two environments it is does not show. Reading the whole log for the index tells.
            try index.rebuild(replacing: generation)
        case let error as LMDBError where error.condition == .panic:
            try generation.environment.reopenAfterPanic()
        default:
            throw EventLogError.from(error)
        }
    }
}
