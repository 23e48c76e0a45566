import Glibc
import LMDB

/// The thread that moves the tail into the index on disk, checks for dead readers, and follows new generations.
final class Flusher: @unchecked Sendable {
    private let index: Index
    private let options: EventLogOptions
    // `@unchecked`: every field below is touched only under `signal`'s lock, or before the object is shared.
    private let signal = ThreadSignal()
    private var isClosed = false
    private var grew = false
    private var thread: pthread_t?
    /// Why the last flush failed; appends go on until the tail is full.
    private var failure: (any Error)?

    /// Seconds between two looks when nothing happens.
    private static let period = 1.0
    /// A tail that stays small is flushed after as many seconds.
    private static let patience = 5.0

    init(_ index: Index, _ options: EventLogOptions) throws(EventLogError) {
        self.index = index
        self.options = options
        thread = try DedicatedThread.start("log-index") { [weak self] in
            guard let signal = self?.signal else { return }
            while true {
                let goesOn = signal.withLock { () -> Bool in
                    let deadline = ThreadSignal.deadline(in: Self.period)
                    while self?.isIdle == true, signal.wait(until: deadline) {}
                    self?.grew = false
                    return self?.isClosed == false
                }
                guard goesOn, let self else { return }
                self.work()
            }
        }
    }

    private var isIdle: Bool { !grew && !isClosed }
    private var lastFlush = ThreadSignal.deadline(in: 0)

    /// Tells that a batch has joined the tail.
    func tailGrew() {
        guard index.tail.memoryBytes >= Tail.segmentBytes else { return }
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

    private var isOver: Bool { index.tail.memoryBytes > options.tailBytes }

    private func work() {
        do {
            try index.followGeneration()
            let age = ThreadSignal.deadline(in: 0).tv_sec - lastFlush.tv_sec
            if index.tail.memoryBytes >= Tail.segmentBytes
                || (index.tail.memoryBytes > 0 && Double(age) >= Self.patience)
            {
                try index.flush()
                lastFlush = ThreadSignal.deadline(in: 0)
            }
            try index.log.environment.checkStaleReaders()
            signal.withLock { failure = nil }
        } catch {
            recover(from: error)
        }
        signal.withLock { signal.wake() }
    }

    private func recover(from error: any Error) {
        signal.withLock { failure = error }
        guard EventLogError.from(error).code == .corrupted, (error as? EventLogError)?.position == nil else { return }
        do { try index.rebuild() } catch { signal.withLock { failure = error } }
    }

    /// - Parameter flushes: write a long tail out before it goes.
    func close(flushes: Bool) {
        signal.withLock {
            isClosed = true
            signal.wake()
        }
        if let thread { DedicatedThread.join(thread) }
        thread = nil
        // Best effort: what is not flushed is indexed by the next process that opens the log.
        if flushes, index.tail.memoryBytes > 1_000 * IndexEntry.memoryBytes { try? index.flush() }
    }
}
