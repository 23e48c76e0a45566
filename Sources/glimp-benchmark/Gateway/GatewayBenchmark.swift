import NIOCore

/// HTTP and gRPC, each beside what it is to be compared with, in turns.
final class GatewayBenchmark {
    let directory: String
    let rounds: Int
    let secondsARound: Double
    /// UmaDB's server: a path, or a name on the search path.
    let umadb: String
    let load: Load

    static let connections = 64

    init(directory: String, rounds: Int, secondsARound: Double, umadb: String, group: any EventLoopGroup) {
        self.directory = directory
        self.rounds = rounds
        self.secondsARound = secondsARound
        self.umadb = umadb
        load = Load(group: group)
    }

    func run(_ wanted: (String) -> Bool, _ report: (String) -> Void) async throws -> [Measurement] {
        var results: [Measurement] = []
        if wanted("http-reads") {
            report("reads over HTTP")
            results.append(try await reads())
        }
        if wanted("http-commands") {
            report("commands over HTTP")
            results.append(try await commands())
        }
        if wanted("http-stream") {
            report("from a commit to the stream's bytes")
            results += try await stream()
        }
        if wanted("grpc-log") {
            report("the event log over gRPC")
            results += try await eventLog(report)
        }
        return results
    }

    /// A gateway over `data`, in a process of its own.
    func serve(_ data: String) async throws -> (server: ServerProcess, http: Int, grpc: Int) {
        let (http, grpc) = (try Port.free(), try Port.free())
        let server = try ServerProcess(role: [
            "serve-gateway", "--directory", data, "--http", "\(http)", "--grpc", "\(grpc)",
        ])
        // It says so when gRPC takes calls; HTTP follows a moment later.
        for _ in 0..<1_000 where !Port.isOpen(http) { try await Task.sleep(for: .milliseconds(10)) }
        return (server, http, grpc)
    }
}
