public import EventLog

/// Makes read models again from the log, and compares them with what a rebuild would give.
public actor Rebuilder {
    nonisolated let store: ReadModelStore
    nonisolated let log: any EventStore
    private nonisolated let executor = BlockingExecutor("rebuilder")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public init(_ store: ReadModelStore, of log: any EventStore) {
        self.store = store
        self.log = log
    }

    /// Fills a new generation of each group, from one reading of the log, and puts it in place. Queries never stop.
    ///
    /// A group that meets an event it can't apply keeps its generation; the report says so, and the others go on. Killed
    /// at any moment, what it leaves behind is swept by the next one.
    /// - Parameter progress: called about every thousand events.
    /// - Throws: `unknown_projection`; `projection_locked` when another process rebuilds or checks one of the groups;
    ///   `CancellationError`; what reading the log throws. Nothing has changed then.
    public func rebuild(
        _ names: [String], progress: @Sendable (RebuildProgress) -> Void = { _ in }
    ) throws -> RebuildReport {
        let groups = try names.map { try store.group(named: $0) }
        return try RebuildPass(groups, store: store, log: log).run(progress: progress)
    }

    /// Rebuilds a group aside, up to the position of the rows in use, and compares every row of every table.
    /// - Throws: as ``rebuild(_:progress:)``; `projection_not_ready` when the rows in use are none, of another version
    ///   or of another log; `projection_stopped` when the rebuild meets an event that it can't apply.
    public func check(
        _ name: String, progress: @Sendable (RebuildProgress) -> Void = { _ in }
    ) throws -> CheckReport {
        try Check(store.group(named: name), store: store, log: log).run(progress: progress)
    }
}
