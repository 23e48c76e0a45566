import ArgumentParser
import EventLog
import GlimpReadModels
import GlimpService
import Projections

struct ProjectionRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Let a stopped group try again the event that it stopped at.",
        discussion: """
            A group stops at an event that it can't apply, and `glimp projection list` says at which and why. Retry it \
            when the reason is gone: the log was restored, or another process with a fixed program runs the group. A \
            fixed program with a greater version rebuilds the group by itself.

            Nothing is skipped: a group that meets the same event again stops again, and the exit code is 65. A group \
            that has not stopped is brought up to the log's end.

              glimp projection retry collections
            """)

    @OptionGroup var groups: GroupArguments
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var group: String
        /// Whether it had stopped.
        var retried: Bool
        var position: UInt64
        var state: String
        var reason: String?
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let store = glimp.readModels.store
            let head = try glimp.log.head()
            var rows: [JSON] = []
            for group in try groups.groups() {
                let wasStopped = try store.retry(group.name) != nil
                var row = JSON(group: group.name, retried: wasStopped, position: 0, state: "live")
                do {
                    try await Projector(group, in: store, of: glimp.log).catchUp(through: head)
                } catch let error as ProjectionError where error.code == .stopped {
                    (row.state, row.reason) = ("stopped", error.message)
                }
                row.position = try store.position(of: group.name)?.rawValue ?? 0
                rows.append(row)
            }
            try show(rows)
            let stopped = rows.filter { $0.state == "stopped" }.map(\.group)
            if !stopped.isEmpty {
                throw Failure(.badData, "stopped again: \(stopped.joined(separator: ", ")); nothing was skipped")
            }
        }
    }

    private func show(_ rows: [JSON]) throws {
        var table = TextTable([
            .init(title: "group"), .init(title: "retried"), .init(title: "position", isNumber: true),
            .init(title: "state"),
        ])
        for row in rows { table.add(row.group, row.retried ? "yes" : "had not stopped", "\(row.position)", row.state) }
        try json.write(rows, text: table.lines + rows.compactMap(\.reason))
    }
}
