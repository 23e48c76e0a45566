import ArgumentParser
import EventLog
import GlimpOutbox
import GlimpService
import Logging

struct ApplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Apply commands from lines of JSON, in order.",
        discussion: """
            One command a line:
              {"id":"<uuid>","as":"ada","command":"RequestGlimp","body":{"friends":["bob"],"answerWithin":"3600s"}}

            `as` is the acting person's username (for RegisterAccount the new one); without it the operator acts. \
            `body` is what `glimp commands NAME` shows; where a person is meant, a username does. \
            With an `id` the same line again changes nothing.

            A refused command is counted and the run goes on. A line that is no command stops the run with its number \
            and exit code 65; everything before it stays applied.

            With --historical each line has an `at` (RFC 3339), the time it counts as accepted; what was due by then \
            expires first. No other process may write meanwhile.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Each line's `at` is the accepted time.")
    var historical = false

    @Flag(help: "Stop at the first refused command, with exit code 1.")
    var stopOnRefusal = false

    @Option(help: "Add {\"id\",\"position\"} to this file for each accepted line, once it is durable.")
    var acks: String?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        let lines = try LineReader(path: file)
        var options = Import.Options()
        options.isHistorical = historical
        options.stopsOnRefusal = stopOnRefusal
        options.acknowledgements = try acks.map { path throws(EventLogError) in try AcknowledgementFile(path: path) }
        let access = historical ? EventLogOptions.Access.exclusive : .shared
        let summary = try await data.withDirectory(creates: true, access: access) { glimp in
            try await Self.apply(lines, to: glimp, options)
        }
        Terminal.endProgress()
        try report(summary)
        if let stop = summary.stoppedBy {
            throw Failure(.refused, "line \(stop.line): \(stop.refusal.code): \(stop.refusal.message)")
        }
    }

    /// While an import of the past goes on, nothing else may happen; else requests go on expiring in their time.
    private static func apply(
        _ lines: LineReader, to glimp: GlimpDirectory, _ options: Import.Options
    ) async throws -> Import.Summary {
        let trouble: @Sendable (any Error) -> Void = { Terminal.note("glimp: \($0)") }
        let run = try await Import(into: glimp, options: options)
        let progress: @Sendable (Import.Summary) -> Void = { done in
            Terminal.progress("\(done.lines) lines, \(done.applied) applied")
        }
        if options.isHistorical {
            let outbox = Outbox(glimp, limits: OutboxLimits(), logger: Logger(label: "glimp"))
            defer { outbox.close() }
            let summary = try await outbox.passingOver { try await run.run(lines, progress: progress) }
            Terminal.progress("bringing read models up to position \(summary.position)")
            do { try await glimp.catchUpReadModels() } catch { trouble(error) }
            return summary
        }
        return try await glimp.whileRunning(trouble: trouble) { try await run.run(lines, progress: progress) }
    }

    private func report(_ summary: Import.Summary) throws {
        var table = TextTable([.init(title: "outcome"), .init(title: "lines", isNumber: true)])
        table.add("applied", "\(summary.applied)")
        for (code, count) in summary.refused.sorted(by: { $0.key < $1.key }) {
            table.add("refused \(code)", "\(count)")
        }
        table.add("duplicates", "\(summary.duplicates)")
        try json.write(
            SummaryJSON(summary),
            text: table.lines + [
                "\(Figures.count(summary.events, "event")) appended; the log ends at position \(summary.position)."
            ])
    }
}

private struct SummaryJSON: Encodable {
    var applied: Int
    var refused: [String: Int]
    var duplicates: Int
    var events: UInt64
    var position: UInt64

    init(_ summary: Import.Summary) {
        applied = summary.applied
        refused = summary.refused
        duplicates = summary.duplicates
        events = summary.events
        position = summary.position.rawValue
    }
}
