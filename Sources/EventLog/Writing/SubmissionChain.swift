import Synchronization

/// Ties submissions together: once one has failed, those submitted after it fail too, and append nothing.
///
/// A refusal is an outcome, not a failure.
public final class SubmissionChain: Sendable {
    private let failure = Mutex<EventLogError?>(nil)

    public init() {}

    func requireWhole() throws(EventLogError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Keeps the first failure.
    func breakOff(_ error: any Error) {
        failure.withLock { failure in
            if failure == nil { failure = EventLogError.from(error) }
        }
    }
}
