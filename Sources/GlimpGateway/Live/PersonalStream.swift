import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import ServiceLifecycle

/// One person's live stream, whatever carries it: messages made one after the other, as they are taken.
struct PersonalStream: Sendable {
    let user: UserID
    let models: ReadModels
    let now: @Sendable () -> Timestamp
    /// How long nothing may be told: a connection that is dead is noticed by then.
    let heartbeat: Duration
    /// Asked before each thing that is told: what was revoked tells nothing more.
    let requireSession: @Sendable () throws -> Void

    /// What a reader is told.
    enum News: Sendable {
        /// First, so that a client knows at once that it is connected: everything after this position will follow.
        case started(Position)
        case changed(LiveMessage)
        /// Nothing else up to this position.
        case heartbeat(Position)
    }

    /// Why a stream ended by itself.
    enum Ending {
        /// The session opens nothing any more, and why.
        case sessionEnded(any Error)
        case shutDown
    }

    /// Where a stream begins: after `asked`, else with what happens from now on.
    /// - Throws: `invalid_position` for one that the log has not come to.
    static func start(after asked: Position?, in glimp: GlimpDirectory) throws -> Position {
        guard let asked else { return try glimp.readModels.position() ?? .beginning }
        // The log's, and not the lists': who has just been answered with a position may go on from it.
        let head = try glimp.log.head()
        guard asked <= head else {
            throw ReadModelError(
                .invalidPosition, "There is nothing after position \(asked) yet; the log is at \(head).")
        }
        return asked
    }

    /// Tells everything after `start` in order, one message a position, then what happens, until the session ends or the
    /// server shuts down.
    /// - Throws: what `tell` throws, as when the reader has gone; `CancellationError`.
    func follow(after start: Position, _ tell: (News) async throws -> Void) async throws -> Ending {
        do {
            try require()
            try await tell(.started(start))
            var reading = LiveReading(after: start, now: now)
            var due = ContinuousClock.now + heartbeat
            while let next = try await next(after: reading.position, until: due) {
                if next > reading.position {
                    repeat {
                        for message in try reading.page(of: models, for: user) {
                            try require()
                            try await tell(.changed(message))
                            due = ContinuousClock.now + heartbeat
                        }
                    } while !reading.isAtEnd
                }
                // Whatever happens to others: what this person has not heard of is what counts.
                guard ContinuousClock.now >= due else { continue }
                try require()
                try await tell(.heartbeat(reading.position))
                due = ContinuousClock.now + heartbeat
            }
            return .shutDown
        } catch let ended as SessionEnded { return .sessionEnded(ended.cause) }
    }

    private struct SessionEnded: Error { let cause: any Error }

    private func require() throws(SessionEnded) {
        do { try requireSession() } catch { throw SessionEnded(cause: error) }
    }

    /// The next position; the same one when it is `due` and nothing has come; nil when the server shuts down.
    private func next(after position: Position, until due: ContinuousClock.Instant) async throws -> Position? {
        try await withThrowingTaskGroup(of: Position?.self) { group in
            group.addTask {
                do {
                    return try await cancelWhenGracefulShutdown { try await models.next(after: position) }
                } catch is CancellationError { return nil }
            }
            group.addTask {
                do { try await Task.sleep(until: due) } catch { return nil }
                return position
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
