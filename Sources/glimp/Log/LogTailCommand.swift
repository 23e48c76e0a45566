import ArgumentParser
import EventLog
import GlimpService

struct LogTailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "Follow events as they are appended, by any process. End it with Control-C.")

    @Option(help: "Begin after this position (default: the last ten events, then live).")
    var after: UInt64?

    @Option(help: "End after so many events (default: never).")
    var limit: Int?

    @OptionGroup var query: QueryOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            var output = Output()
            var left = limit ?? .max
            for try await batch in glimp.log.subscribe(query.query, after: try start(glimp.log)) {
                for event in batch.events where left > 0 {
                    let line = EventLine(event, glimp.details.opener)
                    try output.line(json.isSet ? line.json() : line.text())
                    left -= 1
                }
                try output.flush()
                if left <= 0 { return }
            }
        }
    }

    private func start(_ log: EventLog) throws -> Position {
        if let after { return Position(after) }
        let recent = try log.read(query.query, from: nil, backwards: true, limit: 10)
        return try recent.last?.position.previous ?? log.head()
    }
}
