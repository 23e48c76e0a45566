import ArgumentParser
import Foundation
import NIOCore
import NIOPosix

@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glimp-benchmark",
        abstract: "Measures the event log and the gateway against what they are to be compared with, in turns: JSON.",
        discussion: """
            Build everything in release mode first: swift build -c release. The figures of media start \
            glimp-media-worker, which has to lie beside this program, and the programs of libvips-tools.
            """,
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
            rebuild, photos, http-reads, http-commands, http-stream, grpc-log, media-speed, media-latency, \
            media-memory.
            """)
    var only: [String] = []

    @Option(help: "UmaDB's server, of the PyPI package of that name, for grpc-log.")
    var umadb = "umadb"

    @Option(help: "A JPEG for the figures of media, instead of a made-up one of 3264 × 2448 pixels.")
    var photo: String?

    @Option(help: "How many uploads in a row media-memory watches.")
    var uploads = 1_000

    func run() async throws {
        guard rounds > 0, seconds > 0, uploads > 0 else {
            throw ValidationError("--rounds, --seconds and --uploads must be above 0")
        }
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
        let media = MediaBenchmark(
            directory: directory, rounds: rounds, photo: photo, uploads: uploads, gateway: gateway)
        results += try await media.run(wanted, report)
        try await threads.shutdownGracefully()
        results.append(
            Measurement(
                name: "peak memory of the whole run, mapped files included", unit: "MiB", higherIsBetter: false,
                glimp: [ProcessFigures.mebibytes("VmHWM")]))
        try FileHandle.standardOutput.write(contentsOf: Measurement.json(results))
    }
}
