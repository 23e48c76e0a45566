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
    /// The writer sleeps until so many wait; waking it for each costs more than the request.
    private var wakesAt = 1
    /// A commit is held back, a moment, until so many share it.
    private var company = 1
    private var isHurried = false
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
            if waiting.count >= wakesAt { signal.wake() }
        }
    }

    /// From now on holds a commit back until `count` requests share it, ``hurry()`` is called, or a moment has passed.
    func gather(atLeast count: Int) { signal.withLock { company = count } }

    /// What waits is taken without holding back.
    func hurry() {
        signal.withLock {
            isHurried = true
            signal.wake()
        }
    }

    /// Waits for requests and takes all there are, as far as they fit one transaction; nil once closed and empty.
    /// - Parameter expected: how many may be about to come: the callers just answered. Waits for them, a moment.
    func take(expecting expected: Int) -> [Request]? {
        signal.withLock {
            if expected == 0 { waitForOne() }
            gather(expected)
            waitForOne()
            wakesAt = .max
            isHurried = false
            return waiting.isEmpty ? nil : drain()
        }
    }

    private func waitForOne() {
        wakesAt = 1
        while waiting.isEmpty, !isClosed { signal.wait() }
    }

    var count: Int { signal.withLock { waiting.count } }

    private func gather(_ expected: Int) {
        let deadline = ThreadSignal.deadline(in: company > 1 ? Self.companySeconds : options.gatherSeconds)
        wakesAt = max(expected, company)
        while waiting.count < wakesAt, !isClosed, !isHurried {
            guard signal.wait(until: deadline) else { return }
        }
    }

    private static let companySeconds = 0.005

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
    private static let transactionBytes = 4 << 20

    func close() {
        signal.withLock {
            isClosed = true
            signal.wake()
        }
    }
}
