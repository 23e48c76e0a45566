import ArgumentParser
import GlimpService

struct MediaStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count uploads and renditions by format, and their bytes.",
        discussion: """
            `used` is what an event names: it is kept for good. `claimed` was named by a command within the last hour. \
            `unused` is removed when it is old.
            """)

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        struct Format: Encodable {
            var uploads: Int
            var bytes: UInt64
            var used: Int
            var claimed: Int
            var unused: Int
            var renditions: Int
            var renditionBytes: UInt64

            enum CodingKeys: String, CodingKey {
                case uploads, bytes, used, claimed, unused, renditions
                case renditionBytes = "rendition_bytes"
            }

            init(_ format: MediaStatistics.Format) {
                (uploads, bytes) = (format.uploads, format.bytes)
                (used, claimed, unused) = (format.used, format.claimed, format.unused)
                (renditions, renditionBytes) = (format.renditions, format.renditionBytes)
            }
        }
        var all: Format
        var byFormat: [String: Format]
        var unreadable: Int

        enum CodingKeys: String, CodingKey {
            case all, unreadable
            case byFormat = "by_format"
        }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let statistics = try await glimp.media.statistics()
            try json.write(
                JSON(
                    all: .init(statistics.all), byFormat: statistics.formats.mapValues { .init($0) },
                    unreadable: statistics.unreadable.count),
                text: Self.table(of: statistics).lines)
            try statistics.unreadable.tell()
        }
    }

    private static func table(of statistics: MediaStatistics) -> TextTable {
        var table = TextTable(
            [.init(title: "format")]
                + ["uploads", "bytes", "used", "claimed", "unused", "renditions", "their bytes"].map {
                    .init(title: $0, isNumber: true)
                })
        func add(_ name: String, _ format: MediaStatistics.Format) {
            table.add(
                name, "\(format.uploads)", "\(format.bytes)", "\(format.used)", "\(format.claimed)",
                "\(format.unused)", "\(format.renditions)", "\(format.renditionBytes)")
        }
        for (name, format) in statistics.formats.sorted(by: { $0.key < $1.key }) { add(name, format) }
        add("all", statistics.all)
        return table
    }
}
