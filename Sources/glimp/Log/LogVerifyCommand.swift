import ArgumentParser
import EventLog

struct LogVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Re-read everything and name the first damage.",
        discussion: """
            Checks every record's checksum, hash, position, time and place in its append, every kept outcome, every entry \
            of the index, receipts among them, the hash tree, and the last signed checkpoint against them. Exit code 65 \
            when something is damaged, or not what was signed; 69 when it was interrupted. Safe while other processes run.
            """)

    @Flag(help: "Leave out the entries of the index, which take most of the time.") var records = false
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        try ChildRun.run(
            ["log", "verify-here", "--data", data.path] + (records ? ["--records"] : [])
                + (json.isSet ? ["--json"] : []), reading: "\(data.path)/log")
    }
}

/// What ``LogVerifyCommand`` runs in its child.
struct LogVerifyHereCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "verify-here", shouldDisplay: false)

    @Flag var records = false
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var events: UInt64
        var outcomes: UInt64
        var indexEntries: Int?
        var indexedThrough: UInt64?
        var root: String
        var signedThrough: UInt64?
        var bytes: Int

        enum CodingKeys: String, CodingKey {
            case events, outcomes, bytes, root
            case indexEntries = "index_entries"
            case indexedThrough = "indexed_through"
            case signedThrough = "signed_through"
        }
    }

    func run() async throws {
        let (verifier, pace) = (try LogVerifier(directory: data.path, entries: !records), Pace())
        let report = try verifier.verify { done, head in Terminal.progress(pace.line(done, of: head, "events")) }
        Terminal.endProgress()
        let index =
            switch report.indexedThrough {
            case nil: "there is no index yet, which is made of them"
            case let through? where records: "the hash tree (through position \(through)) agrees with them"
            case let through?:
                "the index (\(Figures.count(report.indexEntries, "entry", "entries")), through position \(through)) and "
                    + "its hash tree agree with them"
            }
        let signed = report.signedThrough.map { "the checkpoint signed for \($0) agrees" } ?? "nothing was signed"
        try json.write(
            JSON(
                events: report.events, outcomes: report.outcomes, indexEntries: records ? nil : report.indexEntries,
                indexedThrough: report.indexedThrough?.rawValue, root: report.root.base64,
                signedThrough: report.signedThrough?.rawValue, bytes: report.bytes),
            text: [
                "\(Figures.count(report.events, "event")) and \(Figures.count(report.outcomes, "outcome")) are whole; "
                    + "\(index).",
                "The root over all events is \(report.root); \(signed).",
            ])
    }
}
