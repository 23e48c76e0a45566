import ArgumentParser
import EventLog
import GlimpService

struct LogStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count events by type, and bytes.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var events: UInt64
        var position: UInt64
        var byType: [String: Int]
        var bytes: Int
        var logBytes: Int
        var indexBytes: Int

        enum CodingKeys: String, CodingKey {
            case events, position, bytes
            case byType = "by_type"
            case logBytes = "log_bytes"
            case indexBytes = "index_bytes"
        }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let head = try glimp.log.head()
            let byType = Dictionary(
                uniqueKeysWithValues: try glimp.log.countByType().map { ($0.key.rawValue, $0.value) })
            let statistics = try glimp.log.statistics()
            var table = TextTable([.init(title: "type"), .init(title: "events", isNumber: true)])
            for (type, count) in byType.sorted(by: { $0.key < $1.key }) { table.add(type, "\(count)") }
            table.add("all", "\(head)")
            let (bytes, log, index) = (statistics.bytes, statistics.logBytes, statistics.indexBytes)
            try json.write(
                JSON(
                    events: head.rawValue, position: head.rawValue, byType: byType, bytes: bytes, logBytes: log,
                    indexBytes: index),
                text: table.lines + ["\(bytes) bytes on disk: log \(log), index \(index)."])
        }
    }
}
