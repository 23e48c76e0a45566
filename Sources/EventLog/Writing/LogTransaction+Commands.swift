/// A command's boundary, folded on a snapshot before the write lock is taken.
struct FoldedBoundary: Sendable {
    var fold: CommandFold
    /// The head and the last outcome of the snapshot.
    var position: UInt64
    var outcome: UInt64
}

extension LogTransaction {
    /// What an earlier command of this actor and id came to; nil when there was none.
    /// - Throws: ``EventLogError`` `id_reused` when it had another body.
    public mutating func outcome(of context: CommandContext) throws -> Outcome? {
        try EventLogLimits.check(context)
        return try receipt(context)
    }

    /// The events after `position` that match, those of this transaction included.
    /// - Throws: ``EventLogError``; `invalid_input` when the query exceeds a limit of ``EventLogLimits``.
    public mutating func read(_ query: Query, after position: Position) throws -> [SequencedEvent] {
        try EventLogLimits.check(query)
        var events: [SequencedEvent] = []
        try forEachMatch(QueryPlan(query, hasher), after: position.rawValue) { record in
            events.append(SequencedEvent(position: record.position, record: Record(record)))
            return true
        }
        return events
    }

    /// The position of the last event, those of this transaction included.
    public var lastPosition: Position { Position(head) }

    /// Decides a command here and now and appends what follows.
    /// - Parameter time: when it is accepted; see ``time(notBefore:)``.
    /// - Throws: ``EventLogError``: `invalid_input` when `time` precedes the last event's, unless the command has an
    ///   outcome already; `id_reused`; what deciding throws.
    @inlinable
    public mutating func execute<State>(_ handler: CommandHandler<State>, time: Timestamp) throws -> Outcome {
        try execute(handler.request, time: time)
    }

    @usableFromInline
    mutating func execute(_ request: CommandRequest, time: Timestamp) throws -> Outcome {
        try EventLogLimits.check(request.context)
        try EventLogLimits.check(request.boundary)
        if let earlier = try receipt(request.context) { return earlier }
        try requireNotPast(time)
        let plan = QueryPlan(request.boundary, hasher)
        let fold = request.begin()
        return try decide(request.context, plan, fold, after: 0, time: time)
    }

    /// Decides a command that has no outcome yet.
    /// - Parameters:
    ///   - fold: its state, folded up to `position`; only what came after is folded here.
    mutating func decide(
        _ context: CommandContext, _ plan: QueryPlan, _ fold: CommandFold, after position: UInt64, time: Timestamp
    ) throws -> Outcome {
        try forEachMatch(plan, after: position) { record in
            fold.evolve(SequencedEvent(position: record.position, record: Record(record)))
            return true
        }
        switch try fold.decide(time) {
        case .accepted(let events) where events.isEmpty: return try note(nil, context: context)
        case .accepted(let events): return try append(events, context: context, at: time)
        case .refused(let refusal): return try note(refusal, context: context)
        }
    }

    /// Throws `conflict` if an event after `position` matches.
    mutating func require(_ condition: AppendCondition, _ plan: QueryPlan, after position: UInt64) throws {
        var match: UInt64?
        try forEachMatch(plan, after: position) { record in
            match = record.position.rawValue
            return false
        }
        if let match { throw EventLogError.conflict(at: match) }
    }
}

extension EventLogError {
    static func conflict(at position: UInt64) -> EventLogError {
        EventLogError(
            .conflict, "event \(position) matches the append condition; read again and decide anew",
            position: Position(position))
    }
}
