/// What must not have happened for an append to go through (dcb.events, *Append Condition*).
public struct AppendCondition: Hashable, Sendable {
    /// The append fails if any event strictly after ``after`` matches this query.
    public var failIfEventsMatch: Query
    /// The last position the decision took into account. nil: any matching event fails the append.
    /// May lie past the last match, and past the head.
    public var after: Position?

    public init(failIfEventsMatch: Query, after: Position? = nil) {
        self.failIfEventsMatch = failIfEventsMatch
        self.after = after
    }
}
