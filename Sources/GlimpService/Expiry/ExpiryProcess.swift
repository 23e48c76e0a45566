import EventLog
import GlimpDomain
import GlimpReadModels
import Projections
public import ServiceLifecycle

/// Writes down that the time to answer is over, at its time: the process manager behind GlimpExpired.
///
/// Any number of processes may run it, and none may: each expiry has one command id, made from the request, and the
/// decider looks at the request's state, so it happens once; after a restart what is overdue is caught up.
public struct ExpiryProcess: Service {
    private let glimp: GlimpDirectory
    private let clock: ClockWatch
    private let alarm: @Sendable (any Error) -> Void

    /// Requests that one look takes on.
    private static let batch = 500
    /// No request can be made and become due in less time than this (DOMAIN: at least a minute to answer).
    private static let longestNap = Duration.seconds(30)
    private static let retryInterval = Duration.seconds(1)

    /// - Parameter alarm: told what keeps requests from expiring while it runs: a clock that was set, a full disk.
    public init(_ glimp: GlimpDirectory, alarm: @escaping @Sendable (any Error) -> Void = { _ in }) {
        self.glimp = glimp
        clock = glimp.clock
        self.alarm = alarm
    }

    /// Expires what is due, as it becomes due, until it is cancelled or shut down. What goes wrong is waited out.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var isAlarmed = false
            var written = WrittenExpiries()
            while !Task.isCancelled {
                var nap = Self.retryInterval
                do {
                    _ = try await expireDue(&written)
                    nap = try timeToNext(written)
                    isAlarmed = false
                } catch is CancellationError {
                    return
                } catch let error as ProjectionError where error.code == .notReady {
                    nap = .milliseconds(100)
                } catch {
                    if !isAlarmed { alarm(error) }
                    isAlarmed = true
                }
                // A nap that is cancelled is how this ends, not a failure.
                do { try await Task.sleep(for: nap) } catch { return }
            }
        }
    }

    /// Expires what is due now.
    /// - Returns: how many requests were looked at.
    /// - Throws: ``ClockJump`` while the clock can't be trusted; what the log and the read model throw.
    @discardableResult
    public func expireDue() async throws -> Int {
        var written = WrittenExpiries()
        return try await expireDue(&written)
    }

    private func expireDue(_ written: inout WrittenExpiries) async throws -> Int {
        try clock.requireSteady()
        var total = 0
        while true {
            let now = clock.now()
            let waiting = try glimp.readModels.waitingRequests(limit: Self.batch + written.count).value
            let due = written.due(of: waiting, at: now)
            for request in due where try await expire(request) { written.note(request) }
            total += due.count
            guard due.count >= Self.batch else { return total }
            // What was just expired leaves the read model, so that what is remembered of it stays little.
            try await glimp.catchUpReadModels([GlimpReadModels.expiry])
        }
    }

    /// - Returns: whether the request is closed now, in whatever way.
    private func expire(_ request: WaitingRequest) async throws -> Bool {
        let command = ExpireGlimpRequest(request: request.request, expiresAt: request.expiresAt)
        let outcome = try await glimp.log.execute(try command.handler(glimp.keys))
        guard case .refused = outcome.result else { return true }
        // It was asked too early once, by a clock that was set back since, and that answer is kept: ask without an id.
        var handler = try command.handler(glimp.keys)
        handler.context.id = nil
        if case .refused = try await glimp.log.execute(handler).result { return false }
        return true
    }

    private func timeToNext(_ written: WrittenExpiries) throws -> Duration {
        let waiting = try glimp.readModels.waitingRequests(limit: written.count + 1).value
        guard let next = written.next(of: waiting) else { return Self.longestNap }
        let microseconds = next.expiresAt.microseconds - clock.now().microseconds
        return min(max(.microseconds(microseconds), .milliseconds(20)), Self.longestNap)
    }
}
