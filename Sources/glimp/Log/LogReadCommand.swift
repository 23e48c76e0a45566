import ArgumentParser
import EventLog
import GlimpService

/// Which events are meant.
struct QueryOptions: ParsableArguments {
    @Option(name: .customLong("type"), help: "Only events of this type; may be given several times: any of them.")
    var types: [String] = []

    @Option(name: .customLong("tag"), help: "Only events with this tag; may be given several times: all of them.")
    var tags: [String] = []

    func validate() throws {
        for name in types + tags where name.isEmpty || name.utf8.count > EventLogLimits.nameBytes {
            throw ValidationError("a type or tag has 1 to \(EventLogLimits.nameBytes) bytes")
        }
    }

    var query: Query {
        types.isEmpty && tags.isEmpty
            ? .all : Query(types: types.map { EventType($0) }, tags: tags.map { Tag($0) })
    }
}

struct LogReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Print events, payloads decoded.",
        discussion: "For example: glimp log read --type GlimpAnswered --backwards --limit 10")

    @Option(help: "The first position.")
    var from: UInt64?

    @Option(help: "The last position.")
    var to: UInt64?

    @Flag(help: "Newest first.")
    var backwards = false

    @Option(help: "At most so many events (default: all).")
    var limit: Int?

    @OptionGroup var query: QueryOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        if let from, let to, from > to { throw ValidationError("--from is after --to") }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            var output = Output()
            var pageSize = 1_000
            var left = limit ?? .max
            var next = backwards ? to.map { Position($0) } : Position(from ?? 1)
            let last = backwards ? from ?? 1 : to ?? .max
            while left > 0 {
                let page: EventPage
                do {
                    page = try glimp.log.page(query.query, from: next, backwards: backwards, limit: min(left, pageSize))
                } catch let error as EventLogError where error.code == .corrupted {
                    try output.flush()
                    // A page with a damaged event in it fails as a whole; those before it are still to be shown.
                    guard pageSize > 1 else { throw error }
                    pageSize = 1
                    continue
                }
                for event in page.events {
                    guard backwards ? event.position.rawValue >= last : event.position.rawValue <= last else {
                        return try output.flush()
                    }
                    let line = EventLine(event, glimp.details.opener)
                    try output.line(json.isSet ? line.json() : line.text())
                }
                left -= page.events.count
                guard page.next != nil else { break }
                next = page.next
            }
            try output.flush()
        }
    }
}
