import Credentials
import EventLog
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpDomain
import GlimpReadModels
import GlimpService
import GlimpServices
import Logging
import ServiceLifecycle
import Synchronization

@testable import GlimpGateway

/// A gateway on loopback over a data directory of its own, and a client of it.
struct TestGateway: Sendable {
    let glimp: GlimpDirectory
    let credentials: CredentialStore
    let clock: CredentialsClock
    let client: GRPCClient<HTTP2ClientTransport.Posix>
    let port: Int
    /// Every call that it answers.
    let methods: [MethodDescriptor]
    /// Has the server shut down gracefully.
    let shutDown: @Sendable () async -> Void

    var events: Eventlog_V1_EventLog.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var commands: Glimp_V1_Commands.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var queries: Glimp_V1_Queries.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var live: Glimp_V1_Notifications.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }
    var health: Grpc_Health_V1_Health.Client<HTTP2ClientTransport.Posix> { .init(wrapping: client) }

    /// Somebody new, signed in.
    func register(_ name: String) async throws -> SignedIn {
        let received = try CommandCatalogue.receive(
            "RegisterAccount", json: Array(#"{"username":"\#(name)","email":"\#(name)@example.org"}"#.utf8))
        _ = try await glimp.commands.execute(received, by: .nobody, id: nil)
        guard let user = try glimp.people.find(name) else { throw Missing() }
        let grant = try await credentials.openSession(for: user.rawValue, label: "test")
        return SignedIn(name: name, user: user, session: grant.session, metadata: bearer(grant.accessToken.text))
    }

    /// A service that may use the event log, or not.
    func service(
        _ name: String = "billing", scopes: Set<OperatorScope> = [.events], lifetime: Duration? = nil
    ) async throws -> ServiceAccount {
        let account = try await credentials.operators.create(name: name, scopes: scopes)
        let made = try await credentials.operators.makeToken(for: account.id, label: "test", lifetime: lifetime)
        return ServiceAccount(id: account.id, token: made.id, metadata: bearer(made.token.text))
    }
}

struct Missing: Error {}

struct SignedIn: Sendable {
    let name: String
    let user: UserID
    let session: SessionID
    let metadata: Metadata
}

struct ServiceAccount: Sendable {
    let id: OperatorID
    let token: OperatorTokenID
    let metadata: Metadata
}

func bearer(_ token: String) -> Metadata { ["authorization": "Bearer \(token)"] }

/// The clock of the credentials: moves when it is told to, and counts how often it was asked: once a token looked at.
final class CredentialsClock: Sendable {
    private let state = Mutex((time: Date(), looks: 0))

    var now: Date {
        state.withLock { state in
            state.looks += 1
            return state.time
        }
    }
    var looks: Int { state.withLock { $0.looks } }
    func advance(seconds: Double) { state.withLock { $0.time += seconds } }
}

/// Runs `body` against a gateway that is gone afterwards.
func withGateway(
    _ configure: (inout GRPCConfiguration) -> Void = { _ in },
    limits: RequestLimits = RequestLimits(ofPerson: 1_000_000, ofAddress: 1_000_000),
    streams: Places = .liveStreams(2_048, ofPerson: 8), connections: Int = 10_000, proxies: [String] = [],
    _ body: @Sendable (TestGateway) async throws -> Void
) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "gateway-\(UUID().uuidString)").path(
        percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let glimp = try GlimpDirectory(path, creates: true, access: .shared)
    defer { glimp.close() }
    let clock = CredentialsClock()
    var options = CredentialsOptions()
    options.creates = true
    options.mapSize = 1 << 28
    options.now = { clock.now }
    let credentials = try CredentialStore(at: path + "/credentials", options: options)
    defer { credentials.close() }
    var configuration = GRPCConfiguration()
    configuration.port = 0
    configuration.servesEventLog = true
    configure(&configuration)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let gateway = GRPCGateway(
        glimp, credentials: credentials, configuration: configuration,
        limits: DoorLimits(
            requests: limits, streams: streams,
            connections: ConnectionsOfAddress(limit: connections, except: proxies)),
        proxies: TrustedProxies(proxies), logger: logger)
    let services = ServiceGroup(configuration: .init(services: [.init(service: gateway)], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await services.run() }
        let port = try await gateway.port
        try await withGRPCClient(
            transport: try .http2NIOPosix(
                target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext,
                config: .defaults { $0.http2.targetWindowSize = 1 << 20 })
        ) { client in
            try await body(
                TestGateway(
                    glimp: glimp, credentials: credentials, clock: clock, client: client, port: port,
                    methods: gateway.methods,
                    shutDown: { await services.triggerGracefulShutdown() }))
        }
        await services.triggerGracefulShutdown()
        try await group.waitForAll()
    }
}
