import ArgumentParser
import EventLog
import GlimpReadModels
import GlimpService
import Projections

struct ProjectionRebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Fill a new generation beside the live one and swap.")

    @OptionGroup var groups: GroupArguments
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var rebuilt: [String: UInt64]
        var failed: [String: String]
        var events: UInt64
        var seconds: Double
        var eventsPerSecond: Double

        enum CodingKeys: String, CodingKey {
            case rebuilt, failed, events, seconds
            case eventsPerSecond = "events_per_second"
        }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let names = try groups.groups().map(\.name)
            let rebuilder = Rebuilder(glimp.readModels.store, of: glimp.log)
            let report = try await rebuilder.rebuild(names) { progress in
                Terminal.progress("\(progress.position) of \(progress.head) events")
            }
            Terminal.endProgress()
            let (seconds, speed) = (Figures.seconds(report.seconds), Figures.rate(report.eventsPerSecond))
            try json.write(
                JSON(
                    rebuilt: report.rebuilt.mapValues(\.rawValue), failed: report.failures.mapValues { "\($0)" },
                    events: report.events, seconds: report.seconds, eventsPerSecond: report.eventsPerSecond),
                text: report.rebuilt.sorted { $0.key < $1.key }.map { name, position in
                    "\(name): rebuilt, live at position \(position)."
                } + ["\(Figures.count(report.events, "event")) in \(seconds), \(speed)."])
            let failures = names.compactMap { name in report.failures[name].map { (name: name, error: $0) } }
            for (name, error) in failures { Terminal.note("glimp: \(name): \(Failure(error)?.message ?? "\(error)")") }
            // Each has been told; the first decides how this ends.
            if let first = failures.first { throw Failure(Failure(first.error)?.code ?? .inputOutput, "") }
        }
    }
}
