extension EventLog {
    /// Appends all of `events` or none, at consecutive positions, durably before it returns.
    /// - Parameters:
    ///   - condition: what must not have happened; nil: whatever happened.
    ///   - context: who appends; with an id, a retry gets the first outcome.
    /// - Throws: ``EventLogError``: `conflict`, `id_reused`, `invalid_input`, `busy`, `full`, `outcome_unknown`, `closed`.
    @discardableResult
    public func append(
        _ events: [Event], condition: AppendCondition? = nil, context: CommandContext = .anonymous
    ) async throws -> Outcome {
        try await submit(events, condition: condition, context: context).outcome()
    }

    /// Queues an append; appends and commands take place in the order of their submission.
    /// - Throws: ``EventLogError``: `invalid_input`, `busy`, `closed`. The rest comes with the submission's outcome.
    public func submit(
        _ events: [Event], condition: AppendCondition? = nil, context: CommandContext = .anonymous
    ) throws -> Submission {
        let encoded = try EncodedAppend(events, context: context)
        let plan = try condition.map { condition in
            try EventLogLimits.check(condition.failIfEventsMatch)
            return QueryPlan(condition.failIfEventsMatch, index.hasher)
        }
        let ids = events.map(\.id)
        return try requireWriter().submit(bytes: encoded.bytes.count) { transaction in
            if let earlier = try transaction.outcome(of: context) { return earlier }
            if let condition, let plan {
                try transaction.require(condition, plan, after: condition.after?.rawValue ?? 0)
            }
            if ids.isEmpty { return try transaction.note(nil, context: context) }
            return try transaction.append(encoded, eventIDs: ids, at: transaction.time())
        }
    }

    /// Decides a command and appends what follows, atomically. The same actor and id gets the first outcome.
    /// - Throws: ``EventLogError``: `id_reused`, `invalid_input`, `busy`, `full`, `outcome_unknown`, `closed`; what
    ///   deciding throws.
    @discardableResult
    @inlinable
    public func execute<State>(_ handler: CommandHandler<State>) async throws -> Outcome {
        try await submit(handler).outcome()
    }

    /// Reads and folds a command's boundary and queues its decision; decisions take place in the order of submission.
    /// - Parameters:
    ///   - time: when it counts as accepted; nil: now. May not precede the log's last event, unless the command has
    ///     an outcome already.
    ///   - chain: fails with what failed before it in the chain.
    ///   - preceding: runs in the same transaction just before, unless the command has an outcome already; may run
    ///     again in another one, when the first came to nothing.
    /// - Throws: ``EventLogError``: `invalid_input`, `id_reused`, `busy`, `closed`. The rest comes with the
    ///   submission's outcome.
    @inlinable
    public func submit<State>(
        _ handler: CommandHandler<State>, at time: Timestamp? = nil, in chain: SubmissionChain? = nil,
        preceding: (@Sendable (inout LogTransaction) throws -> Void)? = nil
    ) throws -> Submission {
        try submit(handler.request, at: time, in: chain, preceding: preceding)
    }

    @usableFromInline
    func submit(
        _ request: CommandRequest, at time: Timestamp?, in chain: SubmissionChain?,
        preceding: (@Sendable (inout LogTransaction) throws -> Void)?
    ) throws -> Submission {
        do {
            return try queue(request, at: time, in: chain, preceding: preceding)
        } catch {
            // Not submitted is failed, too, for what the caller submits next.
            chain?.breakOff(error)
            throw error
        }
    }

    private func queue(
        _ request: CommandRequest, at time: Timestamp?, in chain: SubmissionChain?,
        preceding: (@Sendable (inout LogTransaction) throws -> Void)?
    ) throws -> Submission {
        let writer = try requireWriter()
        let context = request.context
        try EventLogLimits.check(context)
        try EventLogLimits.check(request.boundary)
        let plan = QueryPlan(request.boundary, index.hasher)
        let folded: FoldedBoundary
        switch try fold(request, plan) {
        case .duplicate(let outcome): return Submission(done: outcome)
        case .folded(let boundary): folded = boundary
        }
        return try writer.submit(bytes: 1_024, in: chain) { transaction in
            // Up to the snapshot there was no outcome.
            let seen = (folded.position, folded.outcome)
            if let earlier = try transaction.receipt(context, after: seen) { return earlier }
            if let time { try transaction.requireNotPast(time) }
            try preceding?(&transaction)
            return try transaction.decide(
                context, plan, folded.fold.copy(), after: folded.position, time: transaction.time(notBefore: time))
        }
    }

    /// For whoever submits much and waits for little: from now on a commit waits, up to 5 ms, until `count` submissions
    /// share it or ``hurry()`` is called. 1: it does not wait.
    public func gather(atLeast count: Int) { writer?.gather(atLeast: count) }

    /// Has what is queued committed without waiting for more to share the commit.
    public func hurry() { writer?.hurry() }

    /// Runs `body` in a write transaction, in its place in the queue: for what must be one with what it decides. It may
    /// run more than once, because a transaction that came to nothing is done over; only the last time counts.
    /// - Throws: ``EventLogError``: `busy`, `full`, `outcome_unknown`, `closed`; what `body` throws.
    @discardableResult
    public func perform(
        _ body: @escaping @Sendable (inout LogTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await requireWriter().submit(bytes: 1_024, body).outcome()
    }

    private enum Folding {
        case duplicate(Outcome)
        case folded(FoldedBoundary)
    }

    /// Reads and folds the boundary on a snapshot: work that grows with history stays outside the write lock.
    private func fold(_ request: CommandRequest, _ plan: QueryPlan) throws -> Folding {
        try reading {
            let snapshot = try LogSnapshot.take(index)
            if let earlier = try Receipts.find(request.context, snapshot.index, index, snapshot.events) {
                return .duplicate(earlier)
            }
            let fold = request.begin()
            if let range = snapshot.range(after: 0) {
                try snapshot.forEachMatch(plan, in: range) { record in
                    fold.evolve(SequencedEvent(position: record.position, record: Record(record)))
                    return true
                }
            }
            return .folded(FoldedBoundary(fold: fold, position: snapshot.head, outcome: snapshot.lastOutcome))
        }
    }
}

extension CommandContext {
    /// For appends that nobody in particular makes, without a receipt.
    public static let anonymous = CommandContext(actor: "anonymous")
}
