/// What waits for the writer: bounded, first in first out.
final class Mailbox: @unchecked Sendable {
    struct Request: Sendable {
        /// What it holds in memory while it waits, in bytes.
        var bytes: Int
        /// Runs inside the write transaction. Throws before it has added anything, or has the transaction given up.
        var body: @Sendable (inout LogTransaction) throws -> Outcome
        var submission: Submission
        var chain: SubmissionChain?
    }

    // `@unchecked`: every field below is touched only under `signal`'s lock.
    private let signal = ThreadSignal()
    private var waiting: [Request] = []
    private var waitingBytes = 0
    private var isClosed = false
    private let options: EventLogOptions

    init(_ options: EventLogOptions) { self.options = options }

    /// - Throws: `busy` when it is full, `closed`.
    func put(_ request: Request) throws(EventLogError) {
        try signal.withLock { () throws(EventLogError) in
            guard !isClosed else { throw EventLogError(.closed, "the event log was closed") }
            guard waiting.count < options.mailboxRequests, waitingBytes + request.bytes <= options.mailboxBytes else {
                throw EventLogError(
                    .busy, "\(waiting.count) appends (\(waitingBytes) bytes) are waiting already; try again later")
            }
            waiting.append(request)
            waitingBytes += request.bytes
            signal.wake()
        }
    }

    /// Waits for requests and takes all there are, as far as they fit one transaction; nil once closed and empty.
    /// - Parameter expected: how many may be about to come: the callers just answered. Waits for them, a moment.
    func take(expecting expected: Int) -> [Request]? {
        signal.withLock {
            while waiting.isEmpty, !isClosed {
                if expected > 0 { break }
                signal.wait()
            }
            if expected > 0 { gather(expected) }
            while waiting.isEmpty, !isClosed { signal.wait() }
            return waiting.isEmpty ? nil : drain()
        }
    }

    var count: Int { signal.withLock { waiting.count } }

    private func gather(_ expected: Int) {
        let deadline = ThreadSignal.deadline(in: options.gatherSeconds)
        while waiting.count < expected, !isClosed {
            guard signal.wait(until: deadline) else { return }
        }
    }

    private func drain() -> [Request] {
        var bytes = 0
        var count = 0
        for request in waiting {
            if count > 0, bytes + request.bytes > Self.transactionBytes { break }
            bytes += request.bytes
            count += 1
        }
        let taken = Array(waiting[..<count])
        waiting.removeFirst(count)
        waitingBytes -= bytes
        return taken
    }

    /// LMDB keeps the pages of a transaction in memory until it commits.
    private static let transactionBytes = 32 << 20

    func close() {
        signal.withLock {
            isClosed = true
            signal.wake()
        }
    }
}
