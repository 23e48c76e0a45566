import EventLog
import GlimpDomain
import ServiceLifecycle

/// Follows the log, and removes what is left of persons as soon as it says that they are erased, whichever process wrote
/// that; when it starts, of all of them again.
struct ErasingService: Service {
    /// After a failure, a full disk for instance.
    private static let pause = Duration.seconds(5)

    let log: EventLog
    let erasing: Erasing
    let alarm: @Sendable (any Error) -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var position = Position.beginning
            while !Task.isCancelled {
                do {
                    for try await batch in log.subscribe(Erasing.erasures, after: position) {
                        try await erasing.remove(Erasing.persons(batch.events))
                        if let last = batch.events.last { position = last.position }
                    }
                } catch is CancellationError {
                    return
                } catch {
                    alarm(error)
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }
}
