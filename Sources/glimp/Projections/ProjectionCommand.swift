import ArgumentParser
import EventLog
import GlimpReadModels
import GlimpService
import Projections

struct ProjectionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projection", abstract: "Look after the read models.",
        discussion: """
            A projection is rebuilt and checked with its group, the projections that are read together at one \
            position: `friends` and `gallery` both mean `collections`.
            """,
        subcommands: [
            ProjectionListCommand.self, ProjectionRebuildCommand.self, ProjectionCheckCommand.self,
            ProjectionRetryCommand.self,
        ])
}

/// Which groups are meant.
struct GroupArguments: ParsableArguments {
    @Argument(help: "Projections or groups.")
    var names: [String] = []

    @Flag(help: "All of them.")
    var all = false

    func validate() throws {
        if names.isEmpty != all { throw ValidationError("name projections, or give --all") }
        _ = try groups()
    }

    /// The groups, each once, in their own order.
    func groups() throws -> [ProjectionGroup] {
        guard !all else { return GlimpReadModels.all }
        var wanted: Set<String> = []
        for name in names {
            guard let group = GlimpReadModels.all.first(where: { $0.has(name) }) else {
                throw ValidationError("there is no projection \(name); there are \(Self.known)")
            }
            wanted.insert(group.name)
        }
        return GlimpReadModels.all.filter { wanted.contains($0.name) }
    }

    private static var known: String {
        GlimpReadModels.all.map { group in
            let members = group.members.map(\.name)
            return members == [group.name] ? group.name : "\(group.name) (\(members.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }
}

extension ProjectionGroup {
    fileprivate func has(_ name: String) -> Bool { self.name == name || members.contains { $0.name == name } }
}

struct ProjectionListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show each projection's version, position, lag and state.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var name: String
        var group: String
        var version: Int
        var generation: Int?
        var position: UInt64
        var lag: UInt64
        var state: String
        var reason: String?
        var since: String?
        var owned: Bool
        var repaired: String?
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let rows = try glimp.readModels.store.list(comparedWith: glimp.log).flatMap(Self.rows)
            if json.isSet {
                print(try JSONText.line(rows))
                return
            }
            var table = TextTable([
                .init(title: "projection"), .init(title: "group"), .init(title: "version", isNumber: true),
                .init(title: "position", isNumber: true), .init(title: "lag", isNumber: true), .init(title: "state"),
            ])
            for row in rows {
                table.add(row.name, row.group, "\(row.version)", "\(row.position)", "\(row.lag)", row.state)
            }
            table.print()
            for row in rows where row.name == rows.first(where: { $0.group == row.group })?.name {
                let since = row.since.map { " (since \($0))" } ?? ""
                let what = row.state == "stopped" ? "has stopped at" : "is damaged:"
                if let reason = row.reason { print("\(row.group) \(what) \(reason)\(since)") }
                if let repaired = row.repaired { print("\(row.group) was made again: \(repaired)") }
            }
        }
    }

    private static func rows(_ status: GroupStatus) -> [JSON] {
        var state = "live"
        var reason: String?
        var since: Timestamp?
        switch status.state {
        case .live: break
        case .building: state = "building"
        case .stopped(let stop): (state, reason, since) = ("stopped", stop.description, stop.since)
        case .damaged(let why): (state, reason) = ("damaged", why)
        }
        return status.members.map { member in
            JSON(
                name: member.name, group: status.name, version: member.version, generation: status.generation,
                position: status.position.rawValue, lag: status.lag, state: state, reason: reason,
                since: since?.rfc3339, owned: status.owner == .somebody,
                repaired: status.repair.map { "\($0.reason) (\($0.since.rfc3339))" })
        }
    }
}

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
            if json.isSet {
                let result = JSON(
                    rebuilt: report.rebuilt.mapValues(\.rawValue), failed: report.failures.mapValues { "\($0)" },
                    events: report.events, seconds: report.seconds, eventsPerSecond: report.eventsPerSecond)
                print(try JSONText.line(result))
            } else {
                for (name, position) in report.rebuilt.sorted(by: { $0.key < $1.key }) {
                    print("\(name): rebuilt, live at position \(position).")
                }
                let speed = Figures.rate(report.eventsPerSecond)
                print("\(report.events) events in \(Figures.seconds(report.seconds)), \(speed).")
            }
            for (name, error) in report.failures { Terminal.note("glimp: \(name): \(error)") }
            if !report.failures.isEmpty { throw Failure(.refused, "") }
        }
    }
}

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
            do { try await glimp.catchUpReadModels() } catch { Terminal.note("glimp: \(error)") }
            let rebuilder = Rebuilder(glimp.readModels.store, of: glimp.log)
            var differences = 0
            var results: [JSON] = []
            for group in try groups.groups() {
                let report = try await rebuilder.check(group.name) { progress in
                    Terminal.progress("\(group.name): \(progress.position) of \(progress.head) events")
                }
                Terminal.endProgress()
                differences += report.differences
                results.append(Self.json(report))
                if !json.isSet { Self.show(report) }
            }
            if json.isSet { print(try JSONText.line(results)) }
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

    private static func show(_ report: CheckReport) {
        let verdict = report.isEqual ? "equal" : "\(report.differences) differ"
        print(
            "\(report.group): \(report.rows) rows at position \(report.position), \(verdict); \(report.events) events in "
                + "\(Figures.seconds(report.seconds)), \(Figures.rate(report.eventsPerSecond)).")
        for difference in report.first {
            print("  \(difference.table) \(difference.row)")
            print("    live:    \(difference.live ?? "no such row")")
            print("    rebuilt: \(difference.rebuilt ?? "no such row")")
        }
    }
}
