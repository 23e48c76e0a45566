import ArgumentParser
import EventLog

struct LogVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Re-read everything and name the first damage.",
        discussion: """
            Checks every record's checksum, hash, position, time and place in its append, every kept outcome, and the \
            index against them. Exit code 65 when something is damaged. Safe while other processes run.
            """)

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        try ChildRun.run(
            ["log", "verify-here", "--data", data.path] + (json.isSet ? ["--json"] : []), reading: "\(data.path)/log")
    }
}

/// What ``LogVerifyCommand`` runs in its child.
struct LogVerifyHereCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "verify-here", shouldDisplay: false)

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var events: UInt64
        var outcomes: UInt64
        var indexEntries: Int
        var indexedThrough: UInt64
        var bytes: Int

        enum CodingKeys: String, CodingKey {
            case events, outcomes, bytes
            case indexEntries = "index_entries"
            case indexedThrough = "indexed_through"
        }
    }

    func run() async throws {
        let verifier = try LogVerifier(directory: data.path)
        let report = try verifier.verify { done, head in
            Terminal.progress("\(done) of \(head) events")
        }
        Terminal.endProgress()
        try json.write(
            JSON(
                events: report.events, outcomes: report.outcomes, indexEntries: report.indexEntries,
                indexedThrough: report.indexedThrough.rawValue, bytes: report.bytes),
            text: [
                "\(Figures.count(report.events, "event")) and \(Figures.count(report.outcomes, "outcome")) are whole; the "
                    + "index (\(Figures.count(report.indexEntries, "entry", "entries")), through position "
                    + "\(report.indexedThrough)) agrees with them."
            ])
    }
}
