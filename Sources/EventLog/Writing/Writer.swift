import Glibc
import LMDB
import Synchronization

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
    private let thread = Mutex<pthread_t?>(nil)

    /// - Parameter announce: called with the head after each commit that moved it.
    init(
        _ index: Index, _ flusher: Flusher, _ options: EventLogOptions, announce: @escaping @Sendable (UInt64) -> Void
    ) throws(EventLogError) {
        self.index = index
        self.flusher = flusher
        self.options = options
        self.announce = announce
        mailbox = Mailbox(options)
        let started = try DedicatedThread.start("log-writer") { [weak self] in
            guard let mailbox = self?.mailbox else { return }
            var expected = 0
            while let requests = mailbox.take(expecting: expected) {
                guard let self else { return }
                expected = self.carry(requests)
            }
        }
        thread.withLock { $0 = started }
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

    func gather(atLeast count: Int) { mailbox.gather(atLeast: count) }

    func hurry() { mailbox.hurry() }

    /// Stops accepting, finishes what waits.
    func close() {
        mailbox.close()
        if let thread = thread.withLock({ $0.take() }) { DedicatedThread.join(thread) }
    }

    /// Carries `requests`, answers them, and returns how many callers may be back in a moment.
    private func carry(_ requests: [Mailbox.Request]) -> Int {
        guard flusher.waitForRoom() else {
            let error = EventLogError(
                .busy, "the index can't follow the log; nothing was appended; try again later")
            for (request, result) in zip(requests, fail(requests, error)) { request.submission.fulfil(result) }
            return 0
        }
        let results = commit(requests)
        let waiting = mailbox.count
        for (request, result) in zip(requests, results) { request.submission.fulfil(result) }
        return waiting + requests.count
    }

    private enum Failure: Error {
        /// The transaction could not begin: nobody's own fault, and no better for each by itself.
        case unavailable(any Error)
        /// Nothing was committed. `of`: the index's generation that was in use.
        case before(any Error, of: IndexGeneration)
        /// Whether it was committed can't be told.
        case during(LMDBError)
    }

    /// - Parameter mends: whether to try again when it was the index that failed.
    private func commit(_ requests: [Mailbox.Request], mends: Bool = true) -> [Result<Outcome, any Error>] {
        do throws(Failure) {
            return try attempt(requests)
        } catch {
            switch error {
            case .unavailable(let error):
                return fail(requests, EventLogError.from(error))
            case .before(let error, let generation):
                var (mends, failure) = (mends, error)
                if mends {
                    do {
                        if try flusher.mend(error, of: generation) { return commit(requests, mends: false) }
                    } catch {
                        // It took its time, and must not take it again for each.
                        (mends, failure) = (false, error)
                    }
                }
                // Each by itself: one that is too much, or needs an index that can't be had, must not take the others
                // with it.
                if requests.count > 1 { return requests.flatMap { commit([$0], mends: mends) } }
                return fail(requests, EventLogError.from(failure))
            case .during(let error):
                let unknown = EventLogError(
                    .outcomeUnknown, "the commit failed (\(error)); it may or may not be done: retry with the same id")
                return fail(requests, unknown)
            }
        }
    }

    private func fail(_ requests: [Mailbox.Request], _ error: EventLogError) -> [Result<Outcome, any Error>] {
        for request in requests { request.chain?.breakOff(error) }
        return requests.map { _ in .failure(error) }
    }

    private func attempt(_ requests: [Mailbox.Request]) throws(Failure) -> [Result<Outcome, any Error>] {
        var transaction: LogTransaction
        let generation = index.current
        let start = ContinuousClock.now
        do { transaction = try begin() } catch { throw .unavailable(error) }
        // Chains that broke here; what is given up has not failed yet.
        var broken: [SubmissionChain] = []
        var results: [Result<Outcome, any Error>] = []
        for request in requests {
            let mark = transaction.mark
            do {
                try request.chain?.requireWhole()
                results.append(.success(try request.body(&transaction)))
            } catch  where transaction.mark == mark && !(error is LMDBError) && !(error is IndexTrouble) {
                // It added nothing: its own caller's business. After an error of LMDB the transaction can't go on.
                if let chain = request.chain, chain.breakOff(error) { broken.append(chain) }
                results.append(.failure(error))
            } catch {
                for chain in broken { chain.mend() }
                throw .before(error, of: generation)
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
            case .diskFull where refusesEverything(): throw .during(error)
            case .diskFull, .mapFull:
                for chain in broken { chain.mend() }
                throw .before(error, of: generation)
            default: throw .during(error)
            }
        }
        index.tail.join(pending)
        flusher.tailGrew()
        announce(head)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        options.onCommit(
            .init(requests: requests.count, events: Int(head - pending.afterPosition), seconds: seconds))
        return results
    }

    private func begin() throws -> LogTransaction {
        do {
            return try LogTransaction.begin(index, now: options.now)
        } catch let error as LMDBError where recover(from: error) {
            return try LogTransaction.begin(index, now: options.now)
        }
    }

    /// Whether it was the meta page that the disk had no room for, as where files are copied on writing: the commit may
    /// be there or not.
    private func refusesEverything() -> Bool {
        do throws(LMDBError) {
            _ = try index.log.environment.beginRead()
            return false
        } catch {
            recover(from: error)
            return error.condition == .panic
        }
    }

    /// After a failed meta page the environment refuses everything until it is closed and opened again.
    @discardableResult
    private func recover(from error: LMDBError) -> Bool {
        // `closed`: an earlier attempt to open it again has failed.
        guard [.panic, .inputOutput, .closed].contains(error.condition) else { return false }
        do {
            try index.log.environment.reopen()
            return true
        } catch {
            return false
        }
    }
}
