public import EventLog
import LMDB

extension ReadModelStore {
    /// Runs `body` on a snapshot of a group; the snapshot's position says what it is true for.
    ///
    /// Queries never stop for a rebuild: the rows of the generation before are read until the new one is in place.
    /// - Throws: `unknown_projection`; `projection_not_ready` when there are no rows yet; what `body` throws.
    public func read<R>(_ group: String, _ body: (borrowing Snapshot) throws -> R) throws -> R {
        let group = try self.group(named: group)
        guard let (_, generation) = try current(group) else {
            throw ProjectionError(.notReady, "there are no rows of \(group.name) yet")
        }
        return try body(Snapshot(generation, context))
    }

    /// The position that the rows of a group are true for; nil when there are none.
    public func position(of group: String) throws -> Position? {
        let group = try self.group(named: group)
        guard let (_, generation) = try current(group) else { return nil }
        return try generation.summary().checkpoint.position
    }

    /// Returns when the rows of a group are true for `position`: read your own write.
    /// - Throws: `projection_behind` after `timeout`; `projection_stopped` when the group stands before it.
    public func wait(
        for group: String, until position: Position, timeout: Duration = .seconds(5)
    ) async throws {
        let deadline = ContinuousClock.now + timeout
        var pause = Duration.microseconds(500)
        let group = try self.group(named: group)
        while true {
            let standing = try standing(of: group)
            if case .usable(_, _, let checkpoint, let stop) = standing {
                if checkpoint.position >= position { return }
                if let stop { throw ProjectionError(.stopped, "\(group.name) has stopped at \(stop)") }
            }
            guard ContinuousClock.now < deadline else {
                throw behind(group, standing, "not at \(position) after \(timeout)")
            }
            // A commit by any process is seen by looking: short pauses at first, for the usual case.
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(20))
        }
    }

    private func behind(_ group: ProjectionGroup, _ standing: Standing, _ detail: String) -> any Error {
        switch standing {
        case .none: ProjectionError(.timedOut, "\(group.name) is without rows, \(detail)")
        case .usable(_, _, let checkpoint, _):
            ProjectionError(.timedOut, "\(group.name) is at \(checkpoint.position), \(detail)")
        // Its owner had the time to make others.
        case .unreadable(let error): error
        }
    }
}
