import Foundation

/// What it takes to keep photos: beside `vipsthumbnail`, in other people's time, and in memory.
struct MediaBenchmark {
    let directory: String
    let rounds: Int
    /// A JPEG; nil: one is made up.
    let photo: String?
    /// How many in a row the memory is watched for.
    let uploads: Int
    let gateway: GatewayBenchmark

    func run(_ wanted: (String) -> Bool, _ report: (String) -> Void) async throws -> [Measurement] {
        guard ["media-speed", "media-latency", "media-memory"].contains(where: wanted) else { return [] }
        let picture = try photo ?? VipsPrograms.makePhoto(in: directory)
        let content = try Data(contentsOf: URL(filePath: picture))
        var results: [Measurement] = []
        if wanted("media-speed") {
            report("keep a photo and make its renditions")
            results += try await MediaSpeed(directory: directory, photo: picture).run(rounds: rounds)
        }
        if wanted("media-latency") {
            report("reads while others upload")
            results += try await gateway.readsBesideUploads(of: content)
        }
        if wanted("media-memory") {
            report("\(uploads) uploads in a row")
            results += try await gateway.memory(of: content, uploads: uploads)
        }
        return results
    }
}
