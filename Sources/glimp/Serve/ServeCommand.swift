import ArgumentParser
import Credentials
import EventLog
import GlimpGateway
import GlimpService
import Logging
import Metrics

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a data directory over HTTP and gRPC.",
        discussion: """
            Runs everything a machine needs: HTTP, read models, expiry. Several processes may serve one directory at \
            once. SIGTERM and Ctrl-C finish what is in flight and end it.

              glimp serve --http 127.0.0.1:8080
              curl -s localhost:8080/v1/accounts --json '{"username":"ada","password":"correct horse"}'

            What there is: GET /openapi.json.
            """)

    @Option(help: ArgumentHelp("Where to listen; port 0 takes a free one.", valueName: "host:port"))
    var http = "127.0.0.1:8080"

    @Option(help: ArgumentHelp("Where to listen for gRPC; `off`: nowhere.", valueName: "host:port"))
    var grpc = "127.0.0.1:50051"

    @Flag(help: "Offer eventlog.v1.EventLog over gRPC, to services with a token of the scope `events`.")
    var eventLog = false

    @OptionGroup var data: DataOption

    func validate() throws {
        _ = try address(http, "--http")
        if grpc != "off" { _ = try address(grpc, "--grpc") }
    }

    private func address(_ text: String, _ option: String) throws -> (host: String, port: Int) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon > text.startIndex
        else { throw ValidationError("\(option): HOST:PORT is wanted, not \(text)") }
        return (text[..<colon].trimmingBrackets, port)
    }

    private func gRPCConfiguration() throws -> GRPCConfiguration? {
        guard grpc != "off" else { return nil }
        var configuration = GRPCConfiguration()
        (configuration.host, configuration.port) = try address(grpc, "--grpc")
        configuration.servesEventLog = eventLog
        return configuration
    }

    func run() async throws {
        var configuration = GatewayConfiguration()
        (configuration.host, configuration.port) = try address(http, "--http")
        configuration.grpc = try gRPCConfiguration()
        let logger = Logger(label: "glimp") { StreamLogHandler.standardError(label: $0) }
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let commits = CommitMetrics()
        try await data.withDirectory(creates: true, access: .shared, onCommit: commits.record) {
            [configuration] glimp in
            var options = CredentialsOptions()
            options.creates = true
            options.pepper = glimp.keys.credentialsPepper
            let credentials = try CredentialStore(at: glimp.path + "/credentials", options: options)
            defer { credentials.close() }
            let host = configuration.host
            try await Gateway(glimp, credentials, configuration, logger: logger, metrics: metrics) { port in
                print("Listening on http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
                try? Output.finish()
            }.run()
        }
    }
}

extension Substring {
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : String(self)
    }
}
