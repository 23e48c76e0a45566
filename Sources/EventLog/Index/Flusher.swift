import Glibc
import LMDB

/// The thread that moves the tail into the index on disk, checks for dead readers, and follows new generations.
///
/// Nobody else waits for the index's writer lock: whoever holds that may be a process that stands still.
final class Flusher: @unchecked Sendable {
    let index: Index
    private let options: EventLogOptions
    // `@unchecked`: every variable below is touched only under `signal`'s lock, or before the object is shared.
    private let signal = ThreadSignal()
    private var isClosed = false
    private var flushesAtEnd = false
    private var hasEnded = false
    private var grew = false
    /// Somebody waits for an index that lies too far behind.
    private var isAwaited = false
    /// Somebody waits for all there is to be on disk.
    private var isPressed = false
    /// Goes up with each step, so that who waits sees that something happens.
    private var progress = 0
    private var thread: pthread_t?
    /// Why the last flush failed; appends go on until the tail is full.
    private var failure: (any Error)?
    /// Used by the thread alone.
    private var lastFlush = ThreadSignal.deadline(in: 0)
    private var lastEnd: (position: UInt64, outcome: UInt64) = (0, 0)

    /// Seconds between two looks when nothing happens.
    private static let period = 1.0
    /// A tail that has not grown for as many seconds is out of the writer's way: a burst is not slowed by its own index.
    private static let lull = 0.2
    /// A tail that stays small, or grows without a lull, is flushed after as many seconds.
    private static let patience = 5.0
    /// Seconds before another try after a failure.
    private static let pause = 0.05
    /// Events of others that are left to whoever reads next.
    private static let toleratedLag: UInt64 = 16_384

    init(_ index: Index, _ options: EventLogOptions) throws(EventLogError) {
        self.index = index
        self.options = options
        thread = try DedicatedThread.start("log-index") { [weak self] in
            guard let signal = self?.signal else { return }
            while true {
                let goesOn = signal.withLock { () -> Bool in
                    let deadline = ThreadSignal.deadline(in: self?.awaitsLull == true ? Self.lull : Self.period)
                    while self?.isIdle == true, signal.wait(until: deadline) {}
                    self?.grew = false
                    return self?.isClosed == false
                }
                guard let self else { return }
                guard goesOn else { return self.finish() }
                self.work()
            }
        }
    }

    private var isIdle: Bool { !grew && !isAwaited && !isPressed && !isClosed }

    /// As much is flushed however busy the writer is.
    private var pressingBytes: Int { max(1, options.tailBytes / 4) }
    /// As much is worth a flush in a lull.
    private var flushBytes: Int { min(Tail.segmentBytes, pressingBytes) }
    private var isOver: Bool { index.tail.memoryBytes > options.tailBytes }
    private var awaitsLull: Bool { index.tail.memoryBytes >= flushBytes }

    /// Tells that a batch has joined the tail.
    func tailGrew() {
        guard index.tail.memoryBytes >= pressingBytes else { return }
        signal.withLock {
            grew = true
            signal.wake()
        }
    }

    /// Waits while the tail is over its bounds.
    /// - Returns: false when it still is after the busy timeout.
    func waitForRoom() -> Bool {
        guard isOver else { return true }
        let deadline = ThreadSignal.deadline(in: options.busyTimeout)
        return signal.withLock {
            while isOver {
                grew = true
                signal.wake()
                guard signal.wait(until: deadline) else { return !isOver }
            }
            return true
        }
    }

    /// Waits until the index on disk has caught up with the log.
    /// - Throws: `busy` when it makes no progress within the busy timeout.
    func waitForCatchUp() throws(EventLogError) { try wait(for: \.isAwaited) }

    /// Waits until everything that is committed now is in the index on disk.
    /// - Throws: `busy` when it makes no progress within the busy timeout.
    func waitForFlush() throws(EventLogError) { try wait(for: \.isPressed) }

    /// - Parameter wish: what is set, and cleared by the thread when it is done.
    private func wait(for wish: ReferenceWritableKeyPath<Flusher, Bool>) throws(EventLogError) {
        try signal.withLock { () throws(EventLogError) in
            self[keyPath: wish] = true
            signal.wake()
            var seen = progress
            var deadline = ThreadSignal.deadline(in: options.busyTimeout)
            while self[keyPath: wish], !isClosed {
                if signal.wait(until: deadline), seen == progress { continue }
                guard seen != progress else { throw failure.map(EventLogError.from) ?? .from(IndexTrouble.lagging) }
                seen = progress
                deadline = ThreadSignal.deadline(in: options.busyTimeout)
            }
        }
    }

    private func work() {
        let isPressed = signal.withLock { self.isPressed }
        do {
            try index.followGeneration()
            try coverOthers(isPressed)
            let age = Double(ThreadSignal.deadline(in: 0).tv_sec - lastFlush.tv_sec)
            let bytes = index.tail.memoryBytes
            let end = index.tail.end
            defer { lastEnd = end }
            let isLull = end == lastEnd
            if isPressed || bytes >= pressingBytes || (bytes >= flushBytes && isLull)
                || (bytes > 0 && age >= Self.patience)
            {
                try index.flush()
                lastFlush = ThreadSignal.deadline(in: 0)
            }
            if isPressed { signal.withLock { self.isPressed = false } }
            try index.log.environment.checkStaleReaders()
            try index.current.environment.checkStaleReaders()
            signal.withLock { failure = nil }
        } catch {
            recover(from: error)
            // Those who wait wake this thread again at once.
            usleep(useconds_t(Self.pause * 1e6))
        }
        signal.withLock { signal.wake() }
    }

    /// Brings in what other processes appended: appends without a look-up pass it by, and the index would fall behind.
    private func coverOthers(_ isPressed: Bool) throws {
        let isAwaited = signal.withLock { self.isAwaited } || isPressed
        let transaction = try index.log.environment.beginRead()
        let head = try index.log.head(transaction)
        let outcome = try index.log.lastOutcome(transaction)
        guard isAwaited || index.lag(behind: head, outcome) > Self.toleratedLag else { return }
        do {
            try index.cover(head, outcome, transaction)
        } catch IndexTrouble.lagging {
            try index.catchUp {
                signal.withLock {
                    progress += 1
                    signal.wake()
                }
            }
        }
        signal.withLock { self.isAwaited = false }
    }

    private func recover(from error: any Error) {
        signal.withLock { failure = error }
        // This is the thread that would be waited for.
        if case IndexTrouble.lagging = error { return }
        do { _ = try mend(error, of: index.current) } catch { signal.withLock { failure = error } }
    }

    /// Best effort: what is not flushed is indexed by the next process that opens the log.
    private func finish() {
        defer {
            signal.withLock {
                hasEnded = true
                signal.wake()
            }
        }
        guard signal.withLock({ flushesAtEnd }) else { return }
        if options.access != .reading { try? coverOthers(false) }
        if index.tail.memoryBytes > 1_000 * IndexEntry.memoryBytes { try? index.flush() }
    }

    /// - Parameter flushes: write a long tail out before it goes.
    func close(flushes: Bool) {
        let deadline = ThreadSignal.deadline(in: options.busyTimeout)
        let (thread, hasEnded) = signal.withLock { () -> (pthread_t?, Bool) in
            isClosed = true
            flushesAtEnd = flushes
            signal.wake()
            while !self.hasEnded, signal.wait(until: deadline) {}
            defer { self.thread = nil }
            return (self.thread, self.hasEnded)
        }
        guard let thread else { return }
        // One that waits for a lock that is never given up is left to itself.
        if hasEnded { DedicatedThread.join(thread) } else { pthread_detach(thread) }
    }
}
