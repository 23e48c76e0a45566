import LMDB

extension Flusher {
    /// Mends what kept `generation` from being used; afterwards the work is worth another try.
    /// - Precondition: this thread holds no writer lock.
    /// - Returns: false when `error` has nothing to do with the index.
    /// - Throws: why it can't be mended; `busy` when it took too long.
    func mend(_ error: any Error, of generation: IndexGeneration) throws -> Bool {
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
            return false
        }
        return true
    }
}
