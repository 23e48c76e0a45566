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
        try await cancelWhenGracefulShutdown {
            var isAlarmed = false
            while !Task.isCancelled {
                var nap = Self.retryInterval
                do {
                    try await expireDue()
                    nap = try timeToNext()
                    isAlarmed = false
                } catch is CancellationError {
                    return
                } catch let error as ProjectionError where error.code == .notReady {
                    nap = .milliseconds(100)
                } catch {
                    if !isAlarmed { alarm(error) }
                    isAlarmed = true
                }
                try await Task.sleep(for: nap)
            }
        }
    }

    /// Expires what is due now.
    /// - Returns: how many requests were looked at.
    /// - Throws: ``ClockJump`` while the clock can't be trusted; what the log and the read model throw.
    @discardableResult
    public func expireDue() async throws -> Int {
        try clock.requireSteady()
        var total = 0
        while true {
            let now = clock.now()
            let waiting = try glimp.readModels.waitingRequests(limit: Self.batch)
            let due = waiting.value.filter { $0.expiresAt <= now }
            for request in due { try await expire(request) }
            total += due.count
            guard due.count == Self.batch else { return total }
            // What was just expired has to leave the read model before it is looked at again.
            try await glimp.catchUpReadModels()
        }
    }

    private func expire(_ request: WaitingRequest) async throws {
        let command = ExpireGlimpRequest(request: request.request, expiresAt: request.expiresAt)
        let outcome = try await glimp.log.execute(try command.handler(glimp.keys))
        guard case .refused = outcome.result else { return }
        // It was asked too early once, by a clock that was set back since, and that answer is kept: ask without an id.
        var handler = try command.handler(glimp.keys)
        handler.context.id = nil
        _ = try await glimp.log.execute(handler)
    }

    private func timeToNext() throws -> Duration {
        guard let next = try glimp.readModels.waitingRequests(limit: 1).value.first else { return Self.longestNap }
        let microseconds = next.expiresAt.microseconds - clock.now().microseconds
        // A request just expired may still stand in the read model, which follows in a moment.
        return min(max(.microseconds(microseconds), .milliseconds(20)), Self.longestNap)
    }
}
