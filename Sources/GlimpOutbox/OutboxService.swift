import EventLog
import Logging
import ServiceLifecycle

/// Runs the outbox in one process at a time: who holds an advisory lock, which ends with its process however that dies.
struct OutboxService: Service {
    let outbox: Outbox
    let logger: Logger

    private static let takeover = Duration.milliseconds(250)
    private static let afterTrouble = Duration.seconds(1)

    func run() async throws {
        var isTold = false
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                guard let lock = try AdvisoryLock(outbox.lockFile, exclusive: true) else {
                    await pause(Self.takeover)
                    continue
                }
                defer { withExtendedLifetime(lock) {} }
                try await work()
                isTold = false
            } catch is CancellationError {
                return
            } catch {
                if !isTold { logger.error("notifications are not sent: \(error)") }
                isTold = true
                await pause(Self.afterTrouble)
            }
        }
    }

    private func work() async throws {
        let (reactor, sender) = (try outbox.reactor(), try outbox.sender())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await cancelWhenGracefulShutdown {
                    do { try await reactor.run() } catch is CancellationError {}
                }
            }
            group.addTask { try await sender.run() }
            // Without the one the other is of no use for long.
            do {
                try await group.waitForAll()
            } catch {
                group.cancelAll()
                throw error
            }
        }
    }

    private func pause(_ duration: Duration) async {
        await cancelWhenGracefulShutdown {
            // A pause that is cancelled is how this ends, not a failure.
            try? await Task.sleep(for: duration)
        }
    }
}
