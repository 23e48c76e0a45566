public import Credentials
public import EventLog
import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpServices
public import GlimpService
public import Logging
public import ServiceLifecycle

/// Serves commands, queries, notifications, health and, where it is configured, the event log over gRPC: see `Schemas/`.
///
/// It makes nothing run but itself: projectors and expiry are services of their own.
public final class GRPCGateway: Service {
    private let server: GRPCServer<HTTP2ServerTransport.Posix>
    private let health: HealthBoard
    /// Every call that is answered.
    let methods: [MethodDescriptor]
    private let logger: Logger
    private let onListening: @Sendable (Int) async -> Void

    /// The only door of its process, with the limits that are the default.
    /// - Parameters:
    ///   - glimp: stays open as long as this runs.
    ///   - now: the wall clock, for answers that depend on it.
    public convenience init(
        _ glimp: GlimpDirectory, credentials: CredentialStore,
        configuration: GRPCConfiguration = GRPCConfiguration(), logger: Logger,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.init(
            glimp, credentials: credentials, configuration: configuration,
            limits: DoorLimits(GatewayConfiguration()), proxies: TrustedProxies([]), logger: logger, now: now)
    }

    /// - Parameters:
    ///   - limits: shared with whatever other doors this process has.
    ///   - proxies: whose `x-forwarded-for` is believed.
    ///   - onListening: called with the port once connections are accepted.
    init(
        _ glimp: GlimpDirectory, credentials: CredentialStore, configuration: GRPCConfiguration,
        limits: DoorLimits, proxies: TrustedProxies, logger: Logger,
        now: @escaping @Sendable () -> Timestamp = { .now() },
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        let call = GRPCCall(logger: logger)
        let person = PersonDoor(credentials: credentials, limits: limits.requests)
        var services: [any RegistrableRPCService] = [
            CommandCalls(commands: glimp.commands, door: person, call: call),
            QueryCalls(
                readModels: glimp.readModels, door: person, call: call, now: now, patience: configuration.patience),
            NotificationCalls(
                glimp: glimp, door: person, call: call, heartbeat: configuration.heartbeat,
                patience: configuration.slowReaderTime,
                places: limits.streams),
        ]
        var names: Set = [
            Glimp_V1_Commands.descriptor, Glimp_V1_Queries.descriptor, Glimp_V1_Notifications.descriptor,
        ]
        let service = configuration.servesEventLog ? ServiceDoor(credentials: credentials) : nil
        if let service {
            services.append(EventLogCalls(log: glimp.log, keys: glimp.keys, door: service, call: call))
            names.insert(Eventlog_V1_EventLog.descriptor)
        }
        health = HealthBoard(services: Set(names.map(\.fullyQualifiedService)))
        services.append(HealthCalls(board: health))
        var router = RPCRouter<HTTP2ServerTransport.Posix>()
        for service in services { service.registerMethods(with: &router) }
        methods = router.methods
        let interceptors: [any ServerInterceptor] = [
            CallMetrics(),
            AddressLimitInterceptor(limits: limits.requests, proxies: proxies, service: service, call: call),
        ]
        router.registerInterceptors(pipeline: interceptors.map { .apply($0, to: .all) })
        server = GRPCServer(transport: configuration.transport(limits.connections), router: router)
        self.logger = logger
        self.onListening = onListening
    }

    /// The port it listens on, as soon as it does.
    /// - Throws: when it could not listen, or does no more.
    public var port: Int {
        get async throws {
            let address = try await server.transport.listeningAddress
            return address.ipv4?.port ?? address.ipv6?.port ?? 0
        }
    }

    /// Takes calls until it is shut down gracefully, and then finishes those in flight; or until it is cancelled.
    public func run() async throws {
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [server] in try await server.serve() }
                // Why there is no port, `serve` tells.
                if let port = try? await port { await onListening(port) }
                try await group.waitForAll()
            }
        } onGracefulShutdown: { [server, health, logger] in
            logger.info("gRPC takes no more calls")
            // First, so that whoever watches is told before connections close.
            health.stopServing()
            server.beginGracefulShutdown()
        }
    }
}
