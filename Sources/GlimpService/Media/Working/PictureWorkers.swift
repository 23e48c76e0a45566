import Dispatch
import EventLog
import PictureWork
import Synchronization

/// Has pictures worked on, a few at once; the others wait, and not too many of them.
final class PictureWorkers: Sendable {
    private struct Turns {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let worker: PictureWorker
    private let mostWaiting: Int
    private let turns: Mutex<Turns>
    /// As many threads as there are turns: each waits for its worker.
    private let queue = DispatchQueue(label: "pictures", attributes: .concurrent)

    init(_ worker: PictureWorker, atOnce: Int, mostWaiting: Int) {
        self.worker = worker
        self.mostWaiting = mostWaiting
        turns = Mutex(Turns(free: atOnce))
    }

    /// - Throws: ``EventLogError`` when there is no worker to be started.
    func check() throws(EventLogError) { try worker.check() }

    /// Runs `body` with a worker when it is its turn, on a thread that may wait.
    /// - Throws: ``EventLogError`` `busy` when too many are waiting; what `body` throws.
    func run<R: Sendable>(_ body: @escaping @Sendable (PictureWorker) throws -> R) async throws -> R {
        try await takeTurn()
        defer { giveTurn() }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [worker] in continuation.resume(with: Result { try body(worker) }) }
        }
    }

    private func takeTurn() async throws {
        var isFull = false
        await withCheckedContinuation { continuation in
            let isMine = turns.withLock { turns in
                if turns.free > 0 {
                    turns.free -= 1
                    return true
                }
                isFull = turns.waiting.count >= mostWaiting
                if !isFull { turns.waiting.append(continuation) }
                return isFull
            }
            if isMine { continuation.resume() }
        }
        if isFull { throw EventLogError(.busy, "too many pictures are waiting; try again later") }
    }

    private func giveTurn() {
        turns.withLock { turns -> CheckedContinuation<Void, Never>? in
            if turns.waiting.isEmpty {
                turns.free += 1
                return nil
            }
            return turns.waiting.removeFirst()
        }?.resume()
    }
}
