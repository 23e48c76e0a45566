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
            Runs everything a machine needs: HTTP, gRPC, read models, expiry. Several processes may serve one directory at \
            once. SIGTERM and Ctrl-C finish what is in flight and end it.

              glimp serve --http 127.0.0.1:8080
              curl -s localhost:8080/v1/accounts --json '{"username":"ada","password":"correct horse"}'

            What there is: GET /openapi.json. What can be set: glimp settings.
            """)

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.read().settings
        let isNew = try NewDirectory.isMade(settings.data)
        let configuration = try settings.gatewayConfiguration()
        let logger = Logger(label: "glimp") { StreamLogHandler.standardError(label: $0) }
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let commits = CommitMetrics()
        let directory = try GlimpDirectory(
            settings.data, creates: true, access: .shared, mediaLimits: settings.media,
            onRepair: { logger.warning("\($0)") }, onCommit: commits.record)
        if isNew, settings.data != ServerSettings().data { NewDirectory.tell(settings.data) }
        try await directory.closing { glimp in
            var options = settings.credentials
            options.creates = true
            options.pepper = glimp.keys.credentialsPepper
            let credentials = try CredentialStore(at: glimp.path + "/credentials", options: options)
            defer { credentials.close() }
            try await Gateway(glimp, credentials, configuration, logger: logger, metrics: metrics) { url in
                do { try Output.write("Listening on \(url)") } catch {
                    // It serves all the same; the log says where, too.
                    logger.warning("standard output can't be written, where it listens is told here: \(url)")
                }
            }.run()
        }
    }
}
