/// A command's boundary, folded on a snapshot before the write lock is taken.
struct FoldedBoundary<State: Sendable>: Sendable {
    var state: State
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
    public mutating func read(_ query: Query, after position: Position) throws -> [SequencedEvent] {
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
    public mutating func execute<State>(_ handler: CommandHandler<State>, time: Timestamp) throws -> Outcome {
        try EventLogLimits.check(handler.context)
        try EventLogLimits.check(handler.boundary)
        if let earlier = try receipt(handler.context) { return earlier }
        return try decide(handler, QueryPlan(handler.boundary, hasher), from: nil, time: time)
    }

    /// Decides a command that has no outcome yet. Its boundary may have been folded up to a snapshot: only what came
    /// after is folded here.
    mutating func decide<State>(
        _ handler: CommandHandler<State>, _ plan: QueryPlan, from folded: FoldedBoundary<State>?, time: Timestamp
    ) throws -> Outcome {
        var state = folded?.state ?? handler.initialState
        try forEachMatch(plan, after: folded?.position ?? 0) { record in
            handler.evolve(&state, SequencedEvent(position: record.position, record: Record(record)))
            return true
        }
        switch try handler.decide(state, time) {
        case .accepted(let events) where events.isEmpty: return try note(nil, context: handler.context)
        case .accepted(let events): return try append(events, context: handler.context, at: time)
        case .refused(let refusal): return try note(refusal, context: handler.context)
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
