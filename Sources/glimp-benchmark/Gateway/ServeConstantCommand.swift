import ArgumentParser
import Hummingbird
import HummingbirdCore
import Logging

/// A route that answers the same bytes each time, with the server's settings of the gateway: what Hummingbird itself can
/// do. For the benchmark itself.
struct ServeConstantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve-constant", shouldDisplay: false)

    @Option var http: Int
    @Option var bytes: Int

    func run() async throws {
        let answer = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
        let router = Router()
        router.get("/v1/friends") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: answer))
        }
        let application = Application(
            responder: router.buildResponder(), server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(
                address: .hostname("127.0.0.1", port: http),
                availableConnectionsDelegate: MaximumAvailableConnections(4_096)),
            onServerRunning: { _ in ServerProcess.sayListening() },
            logger: Logger(label: "benchmark") { StreamLogHandler.standardError(label: $0) })
        try await application.runService()
    }
}
