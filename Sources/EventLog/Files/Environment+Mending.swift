import LMDB

extension Environment {
    /// Opens the files again if they refuse everything since a meta page could not be written.
    func reopenAfterPanic() throws(LMDBError) {
        do throws(LMDBError) {
            _ = try beginRead()
        } catch {
            guard error.condition == .panic else { throw error }
            try reopen(waitingAtMost: .seconds(2))
        }
    }
}
