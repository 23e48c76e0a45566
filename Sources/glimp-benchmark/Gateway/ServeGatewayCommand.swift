import ArgumentParser
import Credentials
import EventLog
import GlimpGateway
import GlimpService
import Logging
import Metrics

/// What `glimp serve` runs, in a process of its own and without limits of requests a second, which would be measured
/// instead. For the benchmark itself.
struct ServeGatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve-gateway", shouldDisplay: false)

    @Option var directory: String
    @Option var http: Int
    @Option var grpc: Int

    func run() async throws {
        var configuration = GatewayConfiguration()
        configuration.port = http
        configuration.requestsOfPerson = 1e9
        configuration.requestsOfAddress = 1e9
        var grpcConfiguration = GRPCConfiguration()
        grpcConfiguration.port = grpc
        grpcConfiguration.servesEventLog = true
        configuration.grpc = grpcConfiguration
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let commits = CommitMetrics()
        let glimp = try GlimpDirectory(directory, creates: false, access: .shared, onCommit: commits.record)
        defer { glimp.close() }
        var options = CredentialsOptions()
        options.pepper = glimp.keys.credentialsPepper
        let credentials = try CredentialStore(at: directory + "/credentials", options: options)
        defer { credentials.close() }
        let logger = Logger(label: "benchmark") { StreamLogHandler.standardError(label: $0) }
        try await Gateway(glimp, credentials, configuration, logger: logger, metrics: metrics) { _ in
            ServerProcess.sayListening()
        }.run()
    }
}
