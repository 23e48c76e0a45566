import Dispatch
import Glibc
import Synchronization

/// A few threads for work that holds a thread: hashing a password, or a write transaction, which belongs to its thread.
/// What waits for them is bounded.
final class WorkerPool: Sendable {
    /// What the threads share. They don't hold the pool itself, so that it can go and end them.
    private final class Queue: Sendable {
        struct State {
            var waiting: [@Sendable () -> Void] = []
            var running = 0
            var isClosed = false
        }
        let state = Mutex(State())
        /// Counts what waits, and each thread's end.
        let work = DispatchSemaphore(value: 0)

        /// One thread's life.
        func serve() {
            while true {
                work.wait()
                let job = state.withLock { state -> (@Sendable () -> Void)? in
                    // What waited when the pool was closed is finished first.
                    guard !state.waiting.isEmpty else { return nil }
                    state.running += 1
                    return state.waiting.removeFirst()
                }
                guard let job else { return }
                job()
                state.withLock { $0.running -= 1 }
            }
        }
    }

    private let queue = Queue()
    private let name: String
    private let limit: Int
    private let threads: Mutex<[pthread_t]>

    /// - Parameter waiting: how much may wait while all threads are busy.
    /// - Throws: `io_error` when there are no threads to be had.
    init(_ name: String, threads count: Int, waiting limit: Int) throws(CredentialsError) {
        self.name = name
        self.limit = limit + count
        threads = Mutex([])
        for _ in 0..<count {
            let thread = try Self.start(queue, name)
            threads.withLock { $0.append(thread) }
        }
    }

    deinit { close() }

    /// Runs `body` on one of the threads, after what came before.
    /// - Throws: `busy` when too much waits; what `body` throws.
    func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try submit { continuation.resume(with: Result(catching: body)) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Runs `body` on one of the threads, some time.
    /// - Throws: `busy` when too much waits, and `body` is not run.
    func submit(_ body: @escaping @Sendable () -> Void) throws(CredentialsError) {
        try queue.state.withLock { state throws(CredentialsError) in
            try requireRoom(state)
            state.waiting.append(body)
        }
        queue.work.signal()
    }

    /// - Throws: `busy` when something more would not be taken now.
    func requireRoom() throws(CredentialsError) {
        try queue.state.withLock { state throws(CredentialsError) in try requireRoom(state) }
    }

    private func requireRoom(_ state: Queue.State) throws(CredentialsError) {
        guard !state.isClosed else { throw CredentialsError(.inputOutput, "the credentials were closed") }
        guard state.waiting.count + state.running < limit else {
            throw CredentialsError(.busy, "too much waits for \(name); try again later")
        }
    }

    /// Accepts nothing more, finishes what waits, ends the threads.
    func close() {
        queue.state.withLock { $0.isClosed = true }
        let threads = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for _ in threads { queue.work.signal() }
        for thread in threads {
            // A thread that drops the last reference to the pool's owner just goes on to its end.
            if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
        }
    }

    private static func start(_ queue: Queue, _ name: String) throws(CredentialsError) -> pthread_t {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(queue)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Queue>.fromOpaque(argument).takeRetainedValue().serve()
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw CredentialsError(
                .inputOutput, "cannot start a thread for \(name): \(String(cString: strerror(code)))")
        }
        return thread
    }
}
