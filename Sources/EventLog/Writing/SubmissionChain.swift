import Synchronization

/// Ties submissions together: once one has failed, those submitted after it fail too, and append nothing.
///
/// A refusal is an outcome, not a failure, and so is the use of an id that another body has.
public final class SubmissionChain: Sendable {
    private let failure = Mutex<EventLogError?>(nil)

    public init() {}

    func requireWhole() throws(EventLogError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Keeps the first failure.
    /// - Returns: whether this is the first.
    @discardableResult
    func breakOff(_ error: any Error) -> Bool {
        let error = EventLogError.from(error)
        guard error.code != .idReused else { return false }
        return failure.withLock { failure in
            guard failure == nil else { return false }
            failure = error
            return true
        }
    }

    /// The failure was part of a transaction that is done over.
    func mend() { failure.withLock { $0 = nil } }
}
