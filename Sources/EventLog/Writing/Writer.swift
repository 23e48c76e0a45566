import Glibc
import LMDB

/// The one thread of a process that writes to the log: takes what waits, carries it in one transaction, commits,
/// answers everyone.
///
/// A plain thread and not an actor: an LMDB write transaction belongs to the thread that began it.
final class Writer: Sendable {
    private let mailbox: Mailbox
    private let index: Index
    private let flusher: Flusher
    private let announce: @Sendable (UInt64) -> Void
    private let options: EventLogOptions
    private nonisolated(unsafe) var thread: pthread_t?

    /// - Parameter announce: called with the head after each commit that moved it.
    init(
        _ index: Index, _ flusher: Flusher, _ options: EventLogOptions, announce: @escaping @Sendable (UInt64) -> Void
    ) throws(EventLogError) {
        self.index = index
        self.flusher = flusher
        self.options = options
        self.announce = announce
        mailbox = Mailbox(options)
        // Set once, before anyone else has the object; read again only by `close`.
        thread = try DedicatedThread.start("log-writer") { [weak self] in
            guard let mailbox = self?.mailbox else { return }
            var expected = 0
            while let requests = mailbox.take(expecting: expected) {
                guard let self else { return }
                expected = self.carry(requests)
            }
        }
    }

    /// Queues `body` to run in a write transaction, after everything queued before.
    /// - Throws: `busy` when too much is queued, `closed`.
    func submit(
        bytes: Int, in chain: SubmissionChain? = nil,
        _ body: @escaping @Sendable (inout LogTransaction) throws -> Outcome
    ) throws(EventLogError) -> Submission {
        let submission = Submission()
        try mailbox.put(Mailbox.Request(bytes: bytes + 256, body: body, submission: submission, chain: chain))
        return submission
    }

    /// Stops accepting, finishes what waits.
    func close() {
        mailbox.close()
        if let thread {
            DedicatedThread.join(thread)
            self.thread = nil
        }
    }

    /// Carries `requests`, answers them, and returns how many callers may be back in a moment.
    private func carry(_ requests: [Mailbox.Request]) -> Int {
        guard flusher.waitForRoom() else {
            let error = EventLogError(
                .busy, "the index can't follow the log; nothing was appended; try again later")
            for request in requests {
                request.chain?.breakOff(error)
                request.submission.fulfil(.failure(error))
            }
            return 0
        }
        let results = commit(requests)
        let waiting = mailbox.count
        for (request, result) in zip(requests, results) { request.submission.fulfil(result) }
        return waiting + requests.count
    }

    private enum Failure: Error {
        /// Nothing was committed.
        case before(any Error)
        /// Whether it was committed can't be told.
        case during(LMDBError)
    }

    private func commit(_ requests: [Mailbox.Request]) -> [Result<Outcome, any Error>] {
        do throws(Failure) {
            return try attempt(requests)
        } catch {
            switch error {
            case .before(let error):
                // Each by itself: one that is too much must not take the others with it.
                if requests.count > 1 { return requests.flatMap { commit([$0]) } }
                requests[0].chain?.breakOff(error)
                return [.failure(EventLogError.from(error))]
            case .during(let error):
                let unknown = EventLogError(
                    .outcomeUnknown, "the commit failed (\(error)); it may or may not be done: retry with the same id")
                for request in requests { request.chain?.breakOff(unknown) }
                return requests.map { _ in .failure(unknown) }
            }
        }
    }

    private func attempt(_ requests: [Mailbox.Request]) throws(Failure) -> [Result<Outcome, any Error>] {
        var transaction: LogTransaction
        do { transaction = try begin() } catch { throw .before(error) }
        var results: [Result<Outcome, any Error>] = []
        for request in requests {
            let mark = transaction.mark
            do {
                try request.chain?.requireWhole()
                results.append(.success(try request.body(&transaction)))
            } catch  where transaction.mark == mark && !(error is LMDBError) {
                // It added nothing: its own caller's business. After an error of LMDB the transaction can't go on.
                request.chain?.breakOff(error)
                results.append(.failure(error))
            } catch {
                throw .before(error)
            }
        }
        guard transaction.hasChanges else { return results }
        let pending = transaction.pending
        let head = transaction.head
        do throws(LMDBError) {
            try transaction.commit()
        } catch {
            recover(from: error)
            switch error.condition {
            case .diskFull, .mapFull: throw .before(error)
            default: throw .during(error)
            }
        }
        index.tail.join(pending)
        flusher.tailGrew()
        announce(head)
        return results
    }

    private func begin() throws -> LogTransaction {
        do {
            return try LogTransaction.begin(index, now: options.now)
        } catch let error as LMDBError where recover(from: error) {
            return try LogTransaction.begin(index, now: options.now)
        }
    }

    /// After a failed meta page the environment refuses everything until it is closed and opened again.
    @discardableResult
    private func recover(from error: LMDBError) -> Bool {
        guard error.condition == .panic || error.condition == .inputOutput else { return false }
        do {
            try index.log.environment.reopen()
            return true
        } catch {
            return false
        }
    }
}
