/// A command ready to be decided: which events matter, how they fold, what follows. Pure: no clock, no I/O.
///
/// The store reads and folds the boundary on a snapshot, then, inside the write transaction, folds what was appended
/// since and calls `decide` once with the accepted time.
public struct CommandHandler<State: Sendable>: Sendable {
    public var context: CommandContext
    /// The events the decision depends on, and no others.
    public var boundary: Query
    public var initialState: State
    public var evolve: @Sendable (inout State, SequencedEvent) -> Void
    /// What it throws stops this command alone: nothing is appended, and no outcome is kept.
    public var decide: @Sendable (State, Timestamp) throws -> Decision

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
    }
}
