public import EventLog
import Glibc
import Synchronization

extension ReadModelStore {
    private static let poll = Duration.milliseconds(250)

    /// Returns when the rows of a group are true for a position after `position`, and that position: to follow them live.
    ///
    /// Commits of this process wake at once, those of others through the group's tick file; a poll stands beside it. A
    /// group without rows, or stopped, is waited for; there is no end but that of the task.
    /// - Throws: `unknown_projection`; `projection_damaged`; `CancellationError`.
    public func next(of group: String, after position: Position) async throws -> Position {
        let group = try self.group(named: group)
        while true {
            try Task.checkCancellation()
            if let now = try self.position(of: group.name), now > position { return now }
            if let watcher = watcher(of: group) {
                try await watcher.wait(after: position.rawValue)
            } else {
                try await Task.sleep(for: Self.poll)
            }
        }
    }

    /// nil: its directory is not there yet, or can't be written to.
    private func watcher(of group: ProjectionGroup) -> HeadWatcher? {
        watchers.withLock { watchers in
            if let watcher = watchers[group.name] { return watcher }
            let name = group.name
            // What can't be read now is read at the next look.
            let watcher = try? HeadWatcher(tickFile: directory(of: group).tick) { [weak self] in
                (try? self?.position(of: name))?.rawValue
            }
            watchers[name] = watcher
            return watcher
        }
    }

    /// Tells those who wait, in this process and in others, that rows are true for `position`.
    func announce(_ position: Position, of group: ProjectionGroup) {
        if let watcher = watchers.withLock({ $0[group.name] }) { return watcher.announce(position.rawValue) }
        // Nobody waits here; elsewhere somebody may, who has made the file then.
        let tick = open(directory(of: group).tick, O_WRONLY | O_CLOEXEC)
        guard tick >= 0 else { return }
        defer { close(tick) }
        var value = position.rawValue.littleEndian
        _ = pwrite(tick, &value, 8, 0)
    }
}
