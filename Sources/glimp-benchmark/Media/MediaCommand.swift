import ArgumentParser
import Foundation
import NIOCore
import NIOPosix

/// What it takes to keep photos: beside `vipsthumbnail`, in memory, and in other people's time.
struct MediaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media",
        abstract: "Measures keeping photos and making their renditions against vipsthumbnail, in turns: JSON.",
        discussion: "Needs glimp-media-worker beside it (swift build -c release), and the programs of libvips-tools.")

    @Option(help: "Where to put the stores; on the disk that is to be measured. They are removed afterwards.")
    var data = "benchmark-data"

    @Option(help: "Rounds; each takes every figure once.")
    var rounds = 5

    @Option(help: "Seconds of each round with concurrent callers.")
    var seconds = 5.0

    @Option(help: "A JPEG to upload instead of a made-up one of 3264 × 2448 pixels.")
    var photo: String?

    @Option(help: "How many uploads in a row the memory is watched for.")
    var uploads = 1_000

    @Option(help: "Only these: speed, memory, latency.")
    var only: [String] = []

    func run() async throws {
        guard rounds > 0, seconds > 0, uploads > 0 else {
            throw ValidationError("--rounds, --seconds and --uploads must be above 0")
        }
        let directory = "\(data)-\(getpid())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let wanted = { [only] (name: String) in only.isEmpty || only.contains(name) }
        let report = { (step: String) in FileHandle.standardError.write(Data("\(step)…\n".utf8)) }
        let picture = try photo ?? VipsPrograms.makePhoto(in: directory)
        var results: [Measurement] = []
        if wanted("speed") {
            report("keep a photo and make its renditions")
            results += try await MediaSpeed(directory: directory, photo: picture).run(rounds: rounds)
        }
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let gateway = GatewayBenchmark(
            directory: directory, rounds: rounds, secondsARound: seconds, umadb: "", group: threads)
        let content = try Data(contentsOf: URL(filePath: picture))
        if wanted("latency") {
            report("reads while others upload")
            results += try await gateway.readsBesideUploads(of: content)
        }
        if wanted("memory") {
            report("\(uploads) uploads in a row")
            results += try await gateway.memory(of: content, uploads: uploads)
        }
        try await threads.shutdownGracefully()
        try Measurement.print(results)
    }
}
