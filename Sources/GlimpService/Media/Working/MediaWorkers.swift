import Dispatch
import EventLog
import GlimpDomain
import MediaWork
import Synchronization

/// Has pictures worked on, a few at once; the others wait, and not too many of them, nor of one person.
final class MediaWorkers: Sendable {
    /// Whoever waits for a turn.
    private struct Waiting {
        let owner: UserID?
        let continuation: CheckedContinuation<DispatchQueue?, Never>
    }

    private struct Turns {
        /// A thread for each turn: it waits for its worker. Of their own, because Swift's tasks run on what a concurrent
        /// queue would take, one thread a core.
        var free: [DispatchQueue]
        var waiting: [Waiting] = []
        /// Whose pictures are worked on.
        var running: [UserID?: Int] = [:]

        /// The turn, if there is one.
        mutating func take(for owner: UserID?) -> DispatchQueue? {
            guard let queue = free.popLast() else { return nil }
            running[owner, default: 0] += 1
            return queue
        }

        /// Who is next: of those with the fewest at work, who came first. So nobody waits behind all of one person's.
        mutating func next() -> Waiting? {
            guard
                let index = waiting.indices.min(by: {
                    running[waiting[$0].owner, default: 0] < running[waiting[$1].owner, default: 0]
                })
            else { return nil }
            let next = waiting.remove(at: index)
            running[next.owner, default: 0] += 1
            return next
        }

        mutating func end(of owner: UserID?) {
            let rest = running[owner, default: 1] - 1
            running[owner] = rest == 0 ? nil : rest
        }
    }

    private let worker: MediaWorker
    private let mostWaiting: Int
    private let turns: Mutex<Turns>

    init(_ worker: MediaWorker, atOnce: Int, mostWaiting: Int) {
        self.worker = worker
        self.mostWaiting = mostWaiting
        turns = Mutex(Turns(free: (0..<atOnce).map { DispatchQueue(label: "pictures-\($0)") }))
    }

    /// How many wait now.
    var waiting: Int { turns.withLock(\.waiting.count) }

    /// Of all that may wait, as many may be one person's.
    private var mostOfPerson: Int { (mostWaiting + 3) / 4 }

    /// - Throws: ``EventLogError`` when there is no worker to be started.
    func check() throws(EventLogError) { try worker.check() }

    /// Runs `body` with a worker when it is its turn, on a thread that may wait.
    /// - Parameter owner: whose picture it is; nil: the program's own.
    /// - Throws: ``EventLogError`` `busy` when too many are waiting, or too many of one person's; what `body` throws.
    func run<R: Sendable>(
        for owner: UserID?, _ body: @escaping @Sendable (MediaWorker) throws -> R
    ) async throws -> R {
        let queue = try await takeTurn(owner)
        defer { giveTurn(queue, of: owner) }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [worker] in continuation.resume(with: Result { try body(worker) }) }
        }
    }

    private func takeTurn(_ owner: UserID?) async throws -> DispatchQueue {
        let turn: DispatchQueue? = await withCheckedContinuation { continuation in
            let (queue, waits) = turns.withLock { turns -> (DispatchQueue?, Bool) in
                if let queue = turns.take(for: owner) { return (queue, false) }
                guard turns.waiting.count < mostWaiting,
                    turns.waiting.count(where: { $0.owner == owner }) < mostOfPerson
                else { return (nil, false) }
                turns.waiting.append(Waiting(owner: owner, continuation: continuation))
                return (nil, true)
            }
            if !waits { continuation.resume(returning: queue) }
        }
        guard let turn else { throw EventLogError(.busy, "too many pictures are waiting; try again later") }
        return turn
    }

    private func giveTurn(_ queue: DispatchQueue, of owner: UserID?) {
        turns.withLock { turns -> Waiting? in
            turns.end(of: owner)
            guard let next = turns.next() else {
                turns.free.append(queue)
                return nil
            }
            return next
        }?.continuation.resume(returning: queue)
    }
}
