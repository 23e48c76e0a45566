public import Credentials
import GlimpDomain
import GlimpOutbox
public import GlimpService
public import Logging
import ServiceLifecycle
import UnixSignals

/// Everything that one `glimp serve` runs on a data directory: HTTP, gRPC, projectors, expiry, sweeping, sending, erasing.
///
/// Several processes may run it on one directory at once: projectors run in one of them and move when it ends.
public struct Gateway: Service {
    private let glimp: GlimpDirectory
    private let credentials: CredentialStore
    private let configuration: GatewayConfiguration
    private let logger: Logger
    private let metrics: PrometheusMetrics
    private let onListening: @Sendable (String) async -> Void

    /// - Parameters:
    ///   - metrics: what `/metrics` tells; to be given to swift-metrics too, once a process.
    ///   - onListening: called with the URL of each door once connections are accepted there.
    public init(
        _ glimp: GlimpDirectory, _ credentials: CredentialStore, _ configuration: GatewayConfiguration,
        logger: Logger, metrics: PrometheusMetrics, onListening: @escaping @Sendable (String) async -> Void = { _ in }
    ) {
        self.glimp = glimp
        self.credentials = credentials
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        self.onListening = onListening
    }

    /// Runs until it is shut down: stops accepting, finishes what is in flight, commits.
    public func run() async throws {
        try glimp.media.open()
        let limits = DoorLimits(configuration)
        let interface = Interface(
            glimp: glimp, credentials: credentials, configuration: configuration, logger: logger, metrics: metrics,
            limits: limits)
        try interface.outbox.open()
        defer { interface.outbox.close() }
        glimp.erasing.also { [credentials] in try await credentials.erase($0.rawValue, names: []) }
        glimp.erasing.also { [outbox = interface.outbox] in try await outbox.removeEverything(of: $0) }
        let http = try interface.server { [configuration, onListening] port in
            await onListening(configuration.url(port: port))
        }
        var doors = [
            Door(
                name: "HTTP", address: ListenAddress(host: configuration.host, port: configuration.port), server: http)
        ]
        if var grpc = configuration.grpc {
            grpc.heartbeat = .seconds(configuration.heartbeatSeconds)
            grpc.slowReaderTime = .seconds(configuration.slowReaderSeconds)
            grpc.messageTime = .seconds(configuration.bodySeconds)
            // What does not end by then is cut off while there is time left for the rest.
            grpc.gracePeriod = .milliseconds(configuration.graceSeconds * 750)
            let server = GRPCGateway(
                glimp, credentials: credentials, configuration: grpc, limits: limits,
                proxies: TrustedProxies(configuration.trustedProxies), logger: logger,
                onListening: { [onListening, host = grpc.host] port in
                    await onListening("grpc://\(ListenAddress(host: host, port: port))")
                })
            doors.append(Door(name: "gRPC", address: ListenAddress(host: grpc.host, port: grpc.port), server: server))
        }
        let services: [any Service] =
            glimp.services { [logger] in
                logger.error("requests do not expire, or what is left of the erased is not removed: \($0)")
            } + [
                CredentialSweeper(credentials, logger),
                MediaSweeper(glimp) { [logger] in logger.error("photos are not swept: \($0)") },
                interface.outbox.service, Doors(doors: doors, logger: logger),
            ]
        var group = ServiceGroupConfiguration(
            services: services.map { .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup) },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(configuration.graceSeconds)
        try await ServiceGroup(configuration: group).run()
    }
}
