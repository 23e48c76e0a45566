import Credentials
import Logging
import ServiceLifecycle

/// Removes, once a minute, what credentials no longer need.
struct CredentialSweeper: Service {
    private let credentials: CredentialStore
    private let logger: Logger
    private static let interval = Duration.seconds(60)

    init(_ credentials: CredentialStore, _ logger: Logger) {
        self.credentials = credentials
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do { _ = try await credentials.sweep() } catch { logger.warning("credentials are not swept: \(error)") }
                // A pause that is cancelled is how this ends, not a failure.
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }
}
