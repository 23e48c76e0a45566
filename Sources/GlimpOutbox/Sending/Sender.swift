import EventLog
import GlimpDomain
import GlimpService
import Logging
import ServiceLifecycle

/// Sends what is due: of each subscription one after the other in the log's order, of all a bounded number at once, and a part
/// of that of any one person. So a receiver that is slow or dead keeps its own place only.
struct Sender: Sendable {
    let store: OutboxStore
    let composer: Composer
    let courier: Courier
    let threads: DiskThreads
    let limits: OutboxLimits
    let now: @Sendable () -> Timestamp
    let jitter: @Sendable () -> Double
    /// Notes what became of an attempt: ``OutboxStore/settle(_:_:_:now:)``, unless a test lets it fail.
    var noting: @Sendable (SubscriptionID, Position, Attempt, Timestamp) throws -> Void
    let logger: Logger
    let metrics = OutboxMetrics()

    /// How soon what another process, or the reactor, has noted is seen.
    private static let pause = Duration.milliseconds(100)
    private static let afterTrouble: Int64 = 60
    private static let beforeTryingAgain = Duration.seconds(1)

    /// Sends what becomes due. When it is shut down it begins nothing more, and ends what it has begun.
    func run() async throws {
        try await send { !Task.isShuttingDownGracefully && !Task.isCancelled }
    }

    /// Sends what is due now, and ends.
    func sendDue() async throws { try await send(whilePausing: nil) }

    private enum Event: Sendable {
        case sent(SubscriptionID)
        case paused
    }

    /// - Parameter goesOn: asked between the looks; nil: end when nothing is due any more.
    private func send(whilePausing goesOn: (@Sendable () -> Bool)?) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            var turns = SendingTurns(of: limits.atOnce)
            var isPausing = false
            var isTold = false
            while goesOn?() ?? true {
                for subscription in due(beside: turns, isTold: &isTold) where turns.take(subscription) {
                    group.addTask {
                        try await attempt(subscription.id)
                        return .sent(subscription.id)
                    }
                }
                if goesOn == nil, turns.isEmpty { return }
                if goesOn != nil, !isPausing {
                    isPausing = true
                    group.addTask {
                        // A pause that is cancelled is how this ends, not a failure.
                        try? await Task.sleep(for: Self.pause)
                        return .paused
                    }
                }
                switch try await group.next() {
                case .sent(let id): turns.giveBack(id)
                case .paused: isPausing = false
                case nil: return
                }
            }
            try await group.waitForAll()
        }
    }

    /// - Returns: none when the outbox can't be read. That ends nothing: what is on its way would be cancelled, and sent
    ///   again.
    private func due(beside turns: SendingTurns, isTold: inout Bool) -> [OutboxSubscription] {
        do {
            try metrics.waiting(in: store)
            let due = turns.free > 0 ? try store.due(at: now(), beside: turns) : []
            isTold = false
            return turns.inTurn(due)
        } catch {
            if !isTold { logger.error("what is due can't be read: \(error); trying on") }
            isTold = true
            return []
        }
    }

    /// - Throws: `CancellationError` only.
    private func attempt(_ id: SubscriptionID) async throws {
        do {
            guard let waiting = try store.oldest(of: id) else {
                // What waited was given up meanwhile.
                return try await settle(id, .beginning, .dropped)
            }
            try await settle(id, waiting.position, try await result(of: waiting))
        } catch {
            // Whether it was sent is not known when it was cancelled: it is sent again.
            try Task.checkCancellation()
            logger.error("the outbox can't be read or written: \(error)")
            try await Task.sleep(for: Self.beforeTryingAgain)
        }
    }

    private func result(of waiting: Waiting) async throws -> Attempt {
        do {
            return try await sending(waiting)
        } catch {
            try Task.checkCancellation()
            // What is wrong here, with one person's key or with the lists, is no reason to keep others waiting.
            logger.error("a notification can't be sent: \(error)", metadata: waiting.subscription.metadata())
            return .later(seconds: Self.afterTrouble)
        }
    }

    private func sending(_ waiting: Waiting) async throws -> Attempt {
        let subscription = waiting.subscription
        switch try await composer.compose(waiting) {
        case .nothing:
            metrics.count(.dropped, subscription.channel)
            return .dropped
        case .notYet: return .later(seconds: 1)
        case .message(let message):
            switch try await courier.carry(message, to: subscription) {
            case .sent:
                metrics.count(.sent, subscription.channel, message.kind)
                return .sent
            case .refused(let reason):
                metrics.count(.failed, subscription.channel)
                logger.warning("a notification was refused for good", metadata: subscription.metadata(reason))
                return .dropped
            case .gone:
                logger.info("a subscription was removed: its receiver is gone", metadata: subscription.metadata())
                return .gone
            case .notTried: return .later(seconds: 1)
            case .failed(let reason, let retryAfter):
                metrics.count(.failed, subscription.channel)
                return failure(subscription, reason, retryAfter)
            }
        }
    }

    private func failure(_ subscription: OutboxSubscription, _ reason: String, _ retryAfter: Int64?) -> Attempt {
        let failures = subscription.standing.failures + 1
        guard let gap = Gaps.next(failures: failures, jitter: jitter(), retryAfter: retryAfter) else {
            logger.warning(
                "a subscription was disabled: it failed \(failures) times", metadata: subscription.metadata(reason))
            return .disabled(reason)
        }
        return .failed(reason, next: now().microseconds + gap)
    }

    /// Notes what became of an attempt, however long that takes: what was sent and not noted is sent again.
    private func settle(_ id: SubscriptionID, _ position: Position, _ attempt: Attempt) async throws {
        var isTold = false
        while true {
            do {
                return try await threads.run { [noting, now] in try noting(id, position, attempt, now()) }
            } catch {
                guard !Task.isShuttingDownGracefully else { throw error }
                if !isTold { logger.error("what became of a notification can't be noted: \(error); trying on") }
                isTold = true
                try await Task.sleep(for: Self.beforeTryingAgain)
            }
        }
    }
}

extension OutboxSubscription {
    /// What a log line may say of it: nothing of its receiver or its owner.
    func metadata(_ reason: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["subscription": "\(id)", "channel": "\(channel.rawValue)"]
        if let reason { metadata["reason"] = "\(reason)" }
        return metadata
    }
}
