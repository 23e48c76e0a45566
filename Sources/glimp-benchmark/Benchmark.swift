import ArgumentParser
import Foundation
import NIOCore
import NIOPosix

@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glimp-benchmark",
        abstract: "Measures the event log and the gateway against what they are to be compared with, in turns: JSON.",
        discussion: "Build it in release mode: swift run -c release glimp-benchmark",
        subcommands: [ServeGatewayCommand.self, ServeConstantCommand.self])

    @Option(help: "Where to put the stores; on the disk that is to be measured. They are removed afterwards.")
    var data = "benchmark-data"

    @Option(help: "Rounds; each takes every figure once.")
    var rounds = 5

    @Option(help: "Seconds of each round with concurrent callers.")
    var seconds = 2.0

    @Option(help: "Lines for `glimp apply --historical` to take instead of a made-up network.")
    var commands: String?

    @Option(
        help: """
            Only these: callers-1, callers-16, callers-64, batches-16, batches-256, batches-4096, reading, commands, \
            rebuild, photos, http-reads, http-commands, http-stream, grpc-log.
            """)
    var only: [String] = []

    @Option(help: "UmaDB's server, of the PyPI package of that name, for grpc-log.")
    var umadb = "umadb"

    func run() async throws {
        guard rounds > 0, seconds > 0 else { throw ValidationError("--rounds and --seconds must be above 0") }
        let directory = "\(data)-\(getpid())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let log = LogBenchmark(directory: directory, rounds: rounds, secondsARound: seconds)
        let wanted = { [only] (name: String) in only.isEmpty || only.contains(name) }
        let report = { (step: String) in FileHandle.standardError.write(Data("\(step)…\n".utf8)) }
        var results = try await log.run(wanted, report)
        let network = NetworkBenchmark(directory: directory, rounds: rounds, commands: commands)
        results += try await network.run(wanted, report)
        results += try await PhotosBenchmark(directory: directory, rounds: rounds).run(wanted, report)
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let gateway = GatewayBenchmark(
            directory: directory, rounds: rounds, secondsARound: seconds, umadb: umadb, group: threads)
        results += try await gateway.run(wanted, report)
        try await threads.shutdownGracefully()
        results.append(
            Measurement(
                name: "peak memory of the whole run, mapped files included", unit: "MiB", higherIsBetter: false,
                glimp: [ProcessFigures.mebibytes("VmHWM")]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }
}
