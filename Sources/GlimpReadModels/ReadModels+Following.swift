public import EventLog
public import Projections

extension ReadModels {
    /// The position that the answers from a group are true for; nil while it has no rows.
    public func position(of group: ProjectionGroup = GlimpReadModels.collections) throws -> Position? {
        try store.position(of: group.name)
    }

    /// Returns when answers from a group are true for `position`, whichever process makes its rows: read your own write.
    /// - Throws: `projection_behind` after `timeout`; `projection_stopped` when the group stands before it.
    public func wait(
        for group: ProjectionGroup = GlimpReadModels.collections, until position: Position, timeout: Duration
    ) async throws {
        try await store.wait(for: group.name, until: position, timeout: timeout)
    }

    /// Returns when answers from several groups, and the names in them, are true for `position`.
    /// - Throws: as ``wait(for:until:timeout:)``; `timeout` is for all of them.
    public func wait(for groups: [ProjectionGroup], until position: Position, timeout: Duration) async throws {
        let deadline = ContinuousClock.now + timeout
        for name in Set(groups.map(\.name)).union([GlimpReadModels.accounts.name]).sorted() {
            try await store.wait(for: name, until: position, timeout: max(.zero, deadline - ContinuousClock.now))
        }
    }

    /// Returns when answers from a group are true for a position after `position`, and that position, whichever process
    /// makes its rows: what a live stream waits for between two messages.
    /// - Throws: `CancellationError` when the task is cancelled; `projection_damaged`.
    public func next(
        of group: ProjectionGroup = GlimpReadModels.collections, after position: Position
    ) async throws -> Position {
        try await store.next(of: group.name, after: position)
    }
}
