import ArgumentParser
import EventLog
import GlimpReadModels
import GlimpService
import Projections

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
            var table = TextTable([
                .init(title: "projection"), .init(title: "version", isNumber: true),
                .init(title: "position", isNumber: true), .init(title: "lag", isNumber: true), .init(title: "state"),
            ])
            for row in rows {
                table.add(row.name, "\(row.version)", "\(row.position)", "\(row.lag)", row.state)
            }
            let notes = rows.filter { row in row.name == rows.first { $0.group == row.group }?.name }.flatMap(
                Self.notes)
            try json.write(rows, text: table.lines + notes)
        }
    }

    /// What is to be said of a group beside its rows.
    private static func notes(_ row: JSON) -> [String] {
        let since = row.since.map { " (since \($0))" } ?? ""
        let what = row.state == "stopped" ? "has stopped at" : "is damaged:"
        return [
            row.reason.map { "\(row.group) \(what) \($0)\(since)" },
            row.repaired.map { "\(row.group) was made again: \($0)" },
        ].compactMap { $0 }
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
                name: ProjectionName.of(member.name, among: status.members.map(\.name), in: status.name),
                group: status.name, version: member.version, generation: status.generation,
                position: status.position.rawValue, lag: status.lag, state: state, reason: reason,
                since: since?.rfc3339, owned: status.owner == .somebody,
                repaired: status.repair.map { "\($0.reason) (\($0.since.rfc3339))" })
        }
    }
}
