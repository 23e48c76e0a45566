import Glibc

/// Wakes those who wait for the head to move: at once for this process's commits, through the `tick` file for others'.
/// The head is that of a log, or the checkpoint of rows made from one.
///
/// A commit of another process shows as a write to `tick` (inotify); a poll stands beside it, and every wake-up reads
/// the head anew. `data.mdb` itself is no signal: it loses wake-ups.
package final class HeadWatcher: @unchecked Sendable {
    private struct Waiter {
        var position: UInt64
        var answer: CheckedContinuation<Void, any Error>
    }
    // `@unchecked`: every variable below is touched only under `signal`'s lock.
    private let signal = ThreadSignal()
    private var waiters: [UInt64: Waiter] = [:]
    private var nextWaiter: UInt64 = 0
    private var isClosed = false
    private var thread: pthread_t?
    private let readHead: @Sendable () -> UInt64?
    private let tick: Int32
    private let notification: Int32
    /// A pipe whose only use is to end the poll.
    private let wakeUp: (read: Int32, write: Int32)

    private static let pollMilliseconds: Int32 = 250

    package init(tickFile: String, readHead: @escaping @Sendable () -> UInt64?) throws(EventLogError) {
        self.readHead = readHead
        tick = open(tickFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard tick >= 0 else { throw FileSystem.failure("open", tickFile) }
        // Without inotify (its instances are limited) the poll does.
        notification = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        if notification >= 0 { inotify_add_watch(notification, tickFile, UInt32(IN_MODIFY)) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FileSystem.failure("open a pipe for", tickFile) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wakeUp = (ends[0], ends[1])
        thread = try DedicatedThread.start("log-watch") { [weak self] in
            while let self, self.watch() {}
        }
    }

    deinit {
        close(tick)
        if notification >= 0 { close(notification) }
        close(wakeUp.read)
        close(wakeUp.write)
    }

    /// Tells this process and the others that the head has moved.
    package func announce(_ head: UInt64) {
        var value = head.littleEndian
        // A lost tick costs a poll's delay, nothing else.
        _ = pwrite(tick, &value, 8, 0)
        resume(through: head)
    }

    package func wait(after position: UInt64) async throws {
        let id = signal.withLock { () -> UInt64 in
            nextWaiter += 1
            return nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let failure = signal.withLock { () -> (any Error)? in
                    if isClosed { return EventLogError(.closed, "the event log was closed") }
                    if Task.isCancelled { return CancellationError() }
                    waiters[id] = Waiter(position: position, answer: continuation)
                    signal.wake()
                    return nil
                }
                if let failure { return continuation.resume(throwing: failure) }
                // The head may have moved before the waiter was there.
                if let head = readHead() { resume(through: head) }
            }
        } onCancel: {
            let waiter = signal.withLock { waiters.removeValue(forKey: id) }
            waiter?.answer.resume(throwing: CancellationError())
        }
    }

    private func resume(through head: UInt64) {
        let ready = signal.withLock { () -> [Waiter] in
            let ids = waiters.filter { $0.value.position < head }.keys
            return ids.compactMap { waiters.removeValue(forKey: $0) }
        }
        for waiter in ready { waiter.answer.resume() }
    }

    /// One round of the thread: sleeps while nobody waits, else until a tick or the poll. False: closed.
    private func watch() -> Bool {
        let goesOn = signal.withLock {
            while waiters.isEmpty, !isClosed { signal.wait() }
            return !isClosed
        }
        guard goesOn else { return false }
        var descriptors = [
            pollfd(fd: notification, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.read, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, Self.pollMilliseconds)
        drainNotifications()
        if let head = readHead() { resume(through: head) }
        return true
    }

    private func drainNotifications() {
        guard notification >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while buffer.withUnsafeMutableBytes({ read(notification, $0.baseAddress, $0.count) }) > 0 {}
    }

    /// Everyone who waits gets `closed`.
    package func close() {
        let (left, thread) = signal.withLock { () -> ([Waiter], pthread_t?) in
            isClosed = true
            signal.wake()
            defer { (waiters, self.thread) = ([:], nil) }
            return (Array(waiters.values), self.thread)
        }
        _ = write(wakeUp.write, [1], 1)
        for waiter in left { waiter.answer.resume(throwing: EventLogError(.closed, "the event log was closed")) }
        if let thread { DedicatedThread.join(thread) }
    }

    private func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
