public import EventLog

/// How far a rebuild or a check has come.
public struct RebuildProgress: Hashable, Sendable {
    public var position: Position
    /// Of the log, when last looked at.
    public var head: Position
}

/// What a rebuild came to.
public struct RebuildReport: Sendable {
    /// Groups whose new generation is current, with the position it is true for.
    public var rebuilt: [String: Position]
    /// Of those, the groups whose rows before could not be read, and why.
    public var repaired: [String: Repair]
    /// Groups that kept the generation they had, and why.
    public var failures: [String: any Error]
    /// Events read from the log; each is applied to every group.
    public var events: UInt64
    public var seconds: Double

    public var eventsPerSecond: Double { seconds > 0 ? Double(events) / seconds : 0 }

    /// The position of a group that was rebuilt.
    /// - Throws: why it was not.
    public func get(_ group: String) throws -> Position {
        if let failure = failures[group] { throw failure }
        guard let position = rebuilt[group] else {
            throw ProjectionError(.unknownGroup, "\(group) was not to be rebuilt")
        }
        return position
    }
}
