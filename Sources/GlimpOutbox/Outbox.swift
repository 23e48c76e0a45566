import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import Logging
import ServiceLifecycle
import Synchronization

/// Notifications that leave the machine: webhooks and Web Push, for whoever has subscribed.
///
/// A reactor follows the log and has positions wait (``OutboxReactor``); a sender makes messages of them and sends them
/// (``Sender``). One process at a time does both; every process may look after subscriptions.
package final class Outbox: Sendable {
    package let limits: OutboxLimits
    let glimp: GlimpDirectory
    let directory: String
    let courier: Courier
    let threads = DiskThreads("outbox", count: 1)
    private let jitter: @Sendable () -> Double
    private let logger: Logger
    private let opened = Mutex<OutboxStore?>(nil)
    /// Whose subscriptions are being tried now: each person one at a time.
    let trials = Mutex<Set<UserID>>([])
    static let mostTrials = 16

    /// Touches nothing yet: the directory is made and opened by who first needs it.
    package convenience init(_ glimp: GlimpDirectory, limits: OutboxLimits, logger: Logger) {
        // A look-up that its caller has given up goes on for a while.
        self.init(
            glimp, limits: limits, logger: logger, resolver: .system(atOnce: 4 * (limits.atOnce + Self.mostTrials)),
            jitter: { .random(in: 0..<1) })
    }

    init(
        _ glimp: GlimpDirectory, limits: OutboxLimits, logger: Logger, resolver: Resolver,
        jitter: @escaping @Sendable () -> Double
    ) {
        self.glimp = glimp
        self.limits = limits
        self.logger = logger
        self.jitter = jitter
        directory = glimp.path + "/outbox"
        courier = Courier(
            client: ReceiverClient(limits: limits, resolver: resolver),
            seal: PersonSeal("outbox", with: glimp.personKeys), vapid: VAPIDKeyFile(glimp.path + "/keys"),
            now: { [clock = glimp.clock] in clock.now() })
    }

    /// Opens the outbox, and makes it when there is none: it begins at the head of the log, so history is never sent.
    /// - Throws: ``EventLogError``.
    package func open() throws { _ = try store() }

    func store() throws -> OutboxStore {
        try opened.withLock { opened in
            if let store = opened { return store }
            try OutboxFiles.createIfMissing(directory) { [log = glimp.log] in
                try OutboxCheckpoint(try log.head(), in: log)
            }
            let store = try OutboxStore(directory)
            opened = store
            return store
        }
    }

    package func close() {
        opened.withLock { opened in
            opened?.close()
            opened = nil
        }
    }

    var now: @Sendable () -> Timestamp { { [clock = glimp.clock] in clock.now() } }
}

extension Outbox {
    /// What sends for as long as a server runs.
    package var service: any Service { OutboxService(outbox: self, logger: logger) }

    var lockFile: String { OutboxFiles.lock(directory) }

    func reactor() throws -> OutboxReactor {
        OutboxReactor(
            log: glimp.log, store: try store(), threads: threads, limits: limits, now: now, logger: logger)
    }

    func sender() throws -> Sender {
        let store = try store()
        return Sender(
            store: store, composer: Composer(log: glimp.log, readModels: glimp.readModels, limits: limits, now: now),
            courier: courier,
            threads: threads, limits: limits, now: now, jitter: jitter, noting: store.settle, logger: logger)
    }
}
