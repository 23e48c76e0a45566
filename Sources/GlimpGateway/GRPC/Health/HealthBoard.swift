import GlimpSchemas
import Synchronization

/// Which services this server offers, and whether it still takes calls.
final class HealthBoard: Sendable {
    typealias Status = Grpc_Health_V1_HealthCheckResponse.ServingStatus

    private struct State {
        var isServing = true
        var watchers: [UInt64: AsyncStream<Status>.Continuation] = [:]
        var nextWatcher: UInt64 = 0
    }

    private let services: Set<String>
    private let state = Mutex(State())

    /// - Parameter services: full names; the empty one, for the server as a whole, is added.
    init(services: Set<String>) { self.services = services.union([""]) }

    /// nil: there is no such service here.
    func status(of service: String) -> Status? {
        guard services.contains(service) else { return nil }
        return state.withLock { $0.isServing } ? .serving : .notServing
    }

    /// The status now, then each time it changes. Whoever leaves calls ``leave(_:)``.
    func watch(_ service: String) -> (id: UInt64, statuses: AsyncStream<Status>) {
        // Only the newest counts, so nothing piles up for a slow reader.
        let (statuses, continuation) = AsyncStream.makeStream(of: Status.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextWatcher += 1
            let status: Status =
                services.contains(service) ? (state.isServing ? .serving : .notServing) : .serviceUnknown
            continuation.yield(status)
            if state.isServing { state.watchers[state.nextWatcher] = continuation } else { continuation.finish() }
            return state.nextWatcher
        }
        return (id, statuses)
    }

    /// Ends a watcher's statuses, after those it has not seen yet.
    func leave(_ watcher: UInt64) {
        state.withLock { $0.watchers.removeValue(forKey: watcher) }?.finish()
    }

    /// Tells everyone that no more calls are taken.
    func stopServing() {
        let watchers = state.withLock { state in
            state.isServing = false
            defer { state.watchers = [:] }
            return state.watchers.values
        }
        for watcher in watchers {
            watcher.yield(.notServing)
            watcher.finish()
        }
    }
}
