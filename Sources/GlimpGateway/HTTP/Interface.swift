import Credentials
import GlimpOutbox
import GlimpService
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The HTTP interface: all endpoints, and the server that answers them.
struct Interface: Sendable {
    let glimp: GlimpDirectory
    let credentials: CredentialStore
    let configuration: GatewayConfiguration
    let logger: Logger
    let metrics: PrometheusMetrics
    /// Shared with whatever other doors this process has.
    let limits: DoorLimits
    let outbox: Outbox

    /// - Parameter limits: those of this process; nil: this is its only door.
    init(
        glimp: GlimpDirectory, credentials: CredentialStore, configuration: GatewayConfiguration, logger: Logger,
        metrics: PrometheusMetrics, limits: DoorLimits? = nil
    ) {
        self.glimp = glimp
        self.credentials = credentials
        self.configuration = configuration
        self.logger = logger
        self.metrics = metrics
        self.limits = limits ?? DoorLimits(configuration)
        outbox = Outbox(glimp, limits: configuration.outbox, logger: logger)
    }

    /// Every endpoint there is. To add one: its value in a list of its room, and the room here.
    var endpoints: [Endpoint] {
        let rooms: [any EndpointRoom] = [
            AccountEndpoints(self), SessionEndpoints(self), CommandEndpoints(self), ReadEndpoints(self),
            PhotoEndpoints(self), StreamEndpoint(self), MediaEndpoints(self), FeedEndpoints(self),
            SubscriptionEndpoints(self), ExportEndpoint(self), ActivityEndpoint(self), HealthEndpoints(self),
            MetricsEndpoints(self), EvidenceEndpoints(self),
        ]
        let described = rooms.flatMap(\.endpoints)
        return described + DescriptionEndpoint(describing: described).endpoints
    }

    func server(onListening: @escaping @Sendable (Int) async -> Void) throws -> some Service {
        Application(
            responder: try router().buildResponder(),
            server: try HTTPServerBuilder.glimp(configuration, limits.connections),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.connections)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: logger)
    }

    func router() throws -> Router<GatewayContext> {
        let router = Router(context: GatewayContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestMetrics())
        router.add(middleware: ClientAddresses(trusting: configuration.trustedProxies))
        router.add(middleware: SecurityHeaders(isSecure: configuration.tls != nil))
        // Before what may refuse: a page has to be able to read why.
        router.add(middleware: CrossOrigin(origins: configuration.corsOrigins))
        router.add(middleware: Problems(logger: logger))
        router.add(middleware: AddressLimit(limits: limits.requests))
        router.add(middleware: HostRequired())
        let endpoints = endpoints
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method) { [credentials, limits] request, context in
                let caller = try endpoint.access.caller(of: request, credentials)
                if case .person(let user, _) = caller { try limits.requests.take(user) }
                return try await endpoint.respond(Call(request: request, caller: caller, context: context))
            }
        }
        for refused in OtherMethods.of(endpoints) {
            router.on(RouterPath(refused.path), method: refused.method) { _, _ -> Response in throw refused.problem }
        }
        return router
    }
}

/// Endpoints that belong together.
protocol EndpointRoom {
    var endpoints: [Endpoint] { get }
}

extension Endpoint.Access {
    /// Who calls, if they may. What everyone may does not depend on a token: whoever shows one that is over can log in.
    /// - Throws: 401 or 403.
    fileprivate func caller(of request: Request, _ credentials: CredentialStore) throws -> Caller {
        if case .everyone = self { return .nobody }
        let caller = try Caller(request, credentials)
        try require(caller)
        return caller
    }

    /// - Throws: 401 or 403.
    private func require(_ caller: Caller) throws(Problem) {
        switch self {
        case .everyone: return
        case .anybodySignedIn: if case .nobody = caller { throw .signInFirst }
        case .person: _ = try caller.requirePerson()
        case .signedIn:
            if case .operator = caller {
                _ = try caller.requireOperator(.operate)
            } else {
                _ = try caller.requirePerson()
            }
        case .operators(let scope): _ = try caller.requireOperator(scope)
        }
    }
}
