import Glibc

/// A mutex with a condition, for the threads that are not Swift's own: they wait without holding up a task.
///
/// `@unchecked`: the pointers are made once and only handed to pthread, whose purpose is sharing them.
final class ThreadSignal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Not the wall clock, which may jump.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func withLock<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Wakes everyone who waits. Call with the lock held.
    func wake() { pthread_cond_broadcast(condition) }

    /// Waits, the lock held before and after. May return early: check again.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// - Returns: false when `deadline` has passed.
    func wait(until deadline: timespec) -> Bool {
        var deadline = deadline
        return pthread_cond_timedwait(condition, mutex, &deadline) == 0
    }

    /// The moment `seconds` from now, for ``wait(until:)``.
    static func deadline(in seconds: Double) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let nanoseconds = Double(time.tv_nsec) + seconds * 1e9
        time.tv_sec += Int(nanoseconds / 1e9)
        time.tv_nsec = Int(nanoseconds.truncatingRemainder(dividingBy: 1e9))
        return time
    }
}

/// A thread of its own for work that may block: LMDB's write transaction, a sync, a wait.
enum DedicatedThread {
    /// Starts `body` on a new thread and returns what ``join(_:)`` takes.
    /// - Parameter name: for errors.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(EventLogError) -> pthread_t {
        final class Start: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(body))
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw EventLogError(.inputOutput, "cannot start the thread \(name): \(String(cString: strerror(code)))")
        }
        return thread
    }

    /// Waits for the thread's end. The thread itself, which may drop the last reference to its owner, just goes on.
    static func join(_ thread: pthread_t) {
        if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }
}
