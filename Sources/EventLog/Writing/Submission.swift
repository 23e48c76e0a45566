import Synchronization

/// A command or an append on its way: in the writer's queue, in the order of submission, or done.
public final class Submission: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Outcome, any Error>])
        case done(Result<Outcome, any Error>)
    }
    private let state = Mutex(State.waiting([]))

    init() {}

    init(done outcome: Outcome) { fulfil(.success(outcome)) }

    /// For callers that keep failures in line with what they have submitted.
    package init(failed error: EventLogError) { fulfil(.failure(error)) }

    /// What became of it, as soon as it is durable. May be asked any number of times.
    public func outcome() async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Outcome, any Error>? in
                switch state {
                case .done(let result): return result
                case .waiting(let others):
                    state = .waiting(others + [continuation])
                    return nil
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }

    func fulfil(_ result: Result<Outcome, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome, any Error>] in
            guard case .waiting(let waiting) = state else { return [] }
            state = .done(result)
            return waiting
        }
        for continuation in waiting { continuation.resume(with: result) }
    }
}
