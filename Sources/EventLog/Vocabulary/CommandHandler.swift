/// A command ready to be decided: which events matter, how they fold, what follows. Pure: no clock, no I/O.
///
/// The store reads and folds the boundary on a snapshot, then, inside the write transaction, folds what was appended
/// since and calls `decide` once with the accepted time.
public struct CommandHandler<State: Sendable>: Sendable {
    public var context: CommandContext
    /// The events the decision depends on, and no others.
    public var boundary: Query
    public let initialState: State
    public let evolve: @Sendable (inout State, SequencedEvent) -> Void
    /// What it throws stops this command alone: nothing is appended, and no outcome is kept.
    public let decide: @Sendable (State, Timestamp) throws -> Decision

    /// Begins a fold: made where `State` is known, so that the store's own code need not be compiled for each.
    @usableFromInline
    let begin: @Sendable () -> CommandFold

    @inlinable
    public init(
        context: CommandContext,
        boundary: Query,
        initialState: State,
        evolve: @escaping @Sendable (inout State, SequencedEvent) -> Void,
        decide: @escaping @Sendable (State, Timestamp) throws -> Decision
    ) {
        self.context = context
        self.boundary = boundary
        self.initialState = initialState
        self.evolve = evolve
        self.decide = decide
        begin = { CommandFold(initialState, evolve: evolve, decide: decide) }
    }

    /// The command as a store sees it.
    @inlinable
    var request: CommandRequest { CommandRequest(context: context, boundary: boundary, begin: begin) }
}

/// A command to be decided, whatever the type of its state.
@usableFromInline
struct CommandRequest: Sendable {
    let context: CommandContext
    let boundary: Query
    let begin: @Sendable () -> CommandFold

    @usableFromInline
    init(context: CommandContext, boundary: Query, begin: @escaping @Sendable () -> CommandFold) {
        self.context = context
        self.boundary = boundary
        self.begin = begin
    }
}

/// A state on its way through the events of a boundary, whatever its type.
///
/// `@unchecked`: whoever begins it folds it and then hands it on; the writer, which may run a command more than once,
/// takes a copy each time.
@usableFromInline
struct CommandFold: @unchecked Sendable {
    let evolve: (SequencedEvent) -> Void
    let decide: (Timestamp) throws -> Decision
    /// The same state, to go on from without changing this one.
    let copy: () -> CommandFold

    @inlinable
    init<State: Sendable>(
        _ state: State, evolve: @escaping @Sendable (inout State, SequencedEvent) -> Void,
        decide: @escaping @Sendable (State, Timestamp) throws -> Decision
    ) {
        var state = state
        self.init(
            evolve: { evolve(&state, $0) }, decide: { try decide(state, $0) },
            copy: { CommandFold(state, evolve: evolve, decide: decide) })
    }

    @usableFromInline
    init(
        evolve: @escaping (SequencedEvent) -> Void, decide: @escaping (Timestamp) throws -> Decision,
        copy: @escaping () -> CommandFold
    ) {
        self.evolve = evolve
        self.decide = decide
        self.copy = copy
    }
}
