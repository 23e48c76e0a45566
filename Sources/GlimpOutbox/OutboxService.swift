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
        // Trouble of the one must not cancel the other: what is on its way would be sent again.
        await withDiscardingTaskGroup { group in
            group.addTask {
                await cancelWhenGracefulShutdown {
                    await keep("what tells people something is not looked for", reactor.run)
                }
            }
            group.addTask { await keep("notifications are not sent", sender.run) }
        }
    }

    /// Begins again after an error, until the work ends or this does.
    private func keep(_ trouble: String, _ work: () async throws -> Void) async {
        var isTold = false
        while !Task.isCancelled {
            do {
                return try await work()
            } catch is CancellationError {
                return
            } catch {
                if Task.isShuttingDownGracefully { return }
                if !isTold { logger.error("\(trouble): \(error)") }
                isTold = true
                await pause(Self.afterTrouble)
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
