public import EventLog
import LMDB
import ServiceLifecycle

extension Projector {
    /// How often a lock that another process holds, or a stopped group, is looked at again.
    static let retryInterval = Duration.milliseconds(250)

    /// Owns the group when it can and applies each event as it comes, until it is cancelled or shut down.
    ///
    /// What can pass by itself, a full disk or a rebuild by another process, is waited out; a stop is stored for all to
    /// see and waits for ``ReadModelStore/retry(_:)`` or another generation.
    public func run() async throws {
        defer { giveUp() }
        do {
            try await cancelWhenGracefulShutdown { try await self.project() }
        } catch is CancellationError {
            // A cancelled wait is how this ends; a batch is never cut short.
        }
    }

    private func project() async throws {
        var obstacle: (any Error)?
        while true {
            try Task.checkCancellation()
            do {
                // Also what waiting itself throws is waited out: only its end ends this.
                if let obstacle { try await waitOut(obstacle) }
                obstacle = nil
                guard try becomeOwner() else {
                    try await Task.sleep(for: Projector.retryInterval)
                    continue
                }
                try await follow()
            } catch let error as CancellationError {
                throw error
            } catch {
                giveUp()
                store.report(error, by: group)
                obstacle = error
            }
        }
    }

    private func waitOut(_ obstacle: any Error) async throws {
        switch obstacle {
        case let error as ProjectionError where error.code == .superseded:
            try await waitForOlderRows()
        case let error as ProjectionError where error.code == .stopped:
            // The rebuild for new versions met an event that it can't apply.
            if let stop = try store.current(group)?.generation.summary().stop { try await waitForRetry(of: stop) }
        default:
            try await Task.sleep(for: pauseAfterFailure)
            try reopen(after: obstacle)
        }
    }

    /// After an I/O error on LMDB's meta page the environment refuses everything until it is closed and opened again;
    /// and it is closed when that fails.
    private func reopen(after error: any Error) throws {
        guard let error = error as? LMDBError, error.condition == .panic || error.condition == .closed else { return }
        try store.current(group)?.generation.environment.reopen()
    }

    private func follow() async throws {
        while true {
            try Task.checkCancellation()
            switch try step() {
            case .advanced, .superseded:
                store.report(nil, by: group)
                await Task.yield()
            case .upToDate(let position):
                store.report(nil, by: group)
                try await log.waitForEvents(after: position)
            case .stopped(let stop):
                try await waitForRetry(of: stop)
            case .mismatched:
                try prepare()
            }
        }
    }

    private func waitForRetry(of stop: Stop) async throws {
        let number = try store.current(group)?.number
        while true {
            try await Task.sleep(for: Projector.retryInterval)
            guard let (now, generation) = try store.current(group), now == number else { return }
            guard let still = try generation.summary().stop, still.isSameEvent(as: stop) else { return }
        }
    }

    /// Another version owns the rows now. To go on would be to rebuild them back and forth.
    private func waitForOlderRows() async throws {
        repeat {
            try await Task.sleep(for: Projector.retryInterval)
        } while try hasNewerRows()
    }

    private func hasNewerRows() throws -> Bool {
        switch try store.standing(of: group) {
        case .none: false
        case .unreadable(let error): (error as? ProjectionError)?.code == .superseded
        case .usable(_, _, let checkpoint, _):
            checkpoint.versions != group.versions && !group.isNewer(than: checkpoint.versions)
        }
    }

    /// Brings the rows to `target`, for a command that ends after it: applies the events itself if the group is free,
    /// else waits for its owner, and takes over if the owner ends.
    /// - Returns: the position reached, `target` or later.
    /// - Throws: `projection_stopped`; `projection_behind` after `timeout`, which counts only while another process owns
    ///   the group.
    @discardableResult
    public func catchUp(through target: Position, timeout: Duration = .seconds(5)) async throws -> Position {
        let deadline = ContinuousClock.now + timeout
        while true {
            try Task.checkCancellation()
            let wasOwner = isOwner
            var obstacle: any Error = ProjectionError(
                .timedOut, "\(group.name) did not reach \(target) in \(timeout); another process owns it")
            do {
                if try becomeOwner() {
                    defer { if !wasOwner { giveUp() } }
                    return try advance(through: target)
                }
            } catch let error as ProjectionError where error.code == .locked {
                obstacle = error
            }
            switch try store.standing(of: group) {
            case .none: break
            // For its owner to make again.
            case .unreadable(let error): obstacle = error
            case .usable(_, _, let checkpoint, let stop):
                if try checkpoint.position >= target && checkpoint.belongs(to: log) { return checkpoint.position }
                if let stop { throw ProjectionError(.stopped, "\(group.name) has stopped at \(stop)") }
            }
            guard ContinuousClock.now < deadline else { throw obstacle }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func advance(through target: Position) throws -> Position {
        while true {
            switch try step() {
            case .advanced(let position, _) where position >= target: return position
            case .upToDate(let position):
                guard position < target else { return position }
                throw ProjectionError(.timedOut, "the log ends at \(position), before \(target)")
            case .advanced, .superseded: continue
            case .stopped(let stop): throw ProjectionError(.stopped, "\(group.name) has stopped at \(stop)")
            case .mismatched: try prepare()
            }
        }
    }
}
