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
        abstract: "Serve a data directory over HTTP.",
        discussion: """
            Runs everything a machine needs: HTTP, read models, expiry. Several processes may serve one directory at \
            once. SIGTERM and Ctrl-C finish what is in flight and end it.

              glimp serve --http 127.0.0.1:8080
              curl -s localhost:8080/v1/accounts -d '{"username":"ada","password":"correct horse"}'

            What there is: GET /openapi.json.
            """)

    @Option(help: ArgumentHelp("Where to listen; port 0 takes a free one.", valueName: "host:port"))
    var http = "127.0.0.1:8080"

    @OptionGroup var data: DataOption

    func validate() throws { _ = try address }

    private var address: (host: String, port: Int) {
        get throws {
            guard let colon = http.lastIndex(of: ":"), let port = Int(http[http.index(after: colon)...]),
                (0...65_535).contains(port), colon > http.startIndex
            else { throw ValidationError("--http: HOST:PORT is wanted, not \(http)") }
            return (http[..<colon].trimmingBrackets, port)
        }
    }

    func run() async throws {
        var configuration = GatewayConfiguration()
        (configuration.host, configuration.port) = try address
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
