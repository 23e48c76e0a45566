import ArgumentParser
import EventLog
import GlimpReadModels
import GlimpService
import Projections

struct ProjectionCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Rebuild aside and compare row by row with the live one.",
        discussion: "Changes nothing. Exit code 1 when a row differs.")

    @OptionGroup var groups: GroupArguments
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        struct Difference: Encodable {
            var table: String
            var row: String
            var live: String?
            var rebuilt: String?
        }
        var group: String
        var position: UInt64
        var rows: Int
        var differences: Int
        var first: [Difference]
        var events: UInt64
        var seconds: Double
        var eventsPerSecond: Double

        enum CodingKeys: String, CodingKey {
            case group, position, rows, differences, first, events, seconds
            case eventsPerSecond = "events_per_second"
        }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let groups = try groups.groups()
            do { try await glimp.catchUpReadModels(groups) } catch { Terminal.note("glimp: \(error)") }
            let rebuilder = Rebuilder(glimp.readModels.store, of: glimp.log)
            var differences = 0
            var results: [JSON] = []
            for group in groups {
                let report = try await rebuilder.check(group.name) { progress in
                    Terminal.progress("\(group.name): \(progress.position) of \(progress.head) events")
                }
                Terminal.endProgress()
                differences += report.differences
                results.append(Self.json(report))
                // Each may take long: people see it when it is there.
                if !json.isSet { try Output.write(Self.lines(report)) }
            }
            if json.isSet { try Output.write(JSONText.line(results)) }
            if differences > 0 {
                throw Failure(.refused, "\(differences) rows differ; `glimp projection rebuild` makes them anew")
            }
        }
    }

    private static func json(_ report: CheckReport) -> JSON {
        JSON(
            group: report.group, position: report.position.rawValue, rows: report.rows,
            differences: report.differences,
            first: report.first.map { .init(table: $0.table, row: $0.row, live: $0.live, rebuilt: $0.rebuilt) },
            events: report.events, seconds: report.seconds, eventsPerSecond: report.eventsPerSecond)
    }

    private static func lines(_ report: CheckReport) -> [String] {
        let verdict = report.isEqual ? "equal" : "\(report.differences) differ"
        let (seconds, speed) = (Figures.seconds(report.seconds), Figures.rate(report.eventsPerSecond))
        return [
            "\(report.group): \(Figures.count(report.rows, "row")) at position \(report.position), \(verdict); "
                + "\(Figures.count(report.events, "event")) in \(seconds), \(speed)."
        ]
            + report.first.flatMap { difference in
                [
                    "  \(difference.table) \(difference.row)",
                    "    live:    \(difference.live ?? "no such row")",
                    "    rebuilt: \(difference.rebuilt ?? "no such row")",
                ]
            }
    }
}
