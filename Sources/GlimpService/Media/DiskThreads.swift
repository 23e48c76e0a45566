import Dispatch
import Synchronization

/// A few threads for what waits for a disk and must not hold one that others need.
package struct DiskThreads: Sendable {
    private final class Turns: Sendable {
        let next = Atomic<Int>(0)
    }

    private let queues: [DispatchQueue]
    private let turns = Turns()

    package init(_ name: String, count: Int) { queues = (0..<count).map { DispatchQueue(label: "\(name)-\($0)") } }

    /// Runs `body` on one of the threads, to its end.
    package func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            next.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Runs `body` on one of the threads, to its end.
    package func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            next.async {
                body()
                continuation.resume()
            }
        }
    }

    private var next: DispatchQueue {
        let turn = turns.next.wrappingAdd(1, ordering: .relaxed).newValue
        return queues[Int(turn.magnitude % UInt(queues.count))]
    }
}
