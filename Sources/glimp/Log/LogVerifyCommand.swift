import ArgumentParser
import EventLog
import Foundation

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

    /// In a process of its own: a damaged page can kill whoever reads it.
    func run() async throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = ["log", "verify-here", "--data", data.path] + (json.isSet ? ["--json"] : [])
        do { try child.run() } catch {
            throw Failure(.inputOutput, "cannot start a process to read the log in: \(error.localizedDescription)")
        }
        child.waitUntilExit()
        if child.terminationReason == .uncaughtSignal { throw failure(of: child.terminationStatus) }
        if child.terminationStatus != 0 { throw ExitCode(child.terminationStatus) }
    }

    /// What a reader gets from a page that makes no sense; any other signal comes from somebody else.
    private static let signalsOfDamage = [SIGBUS, SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTRAP]

    private func failure(of signal: Int32) -> Failure {
        let what = "reading \(data.path)/log ended with signal \(signal)"
        guard Self.signalsOfDamage.contains(signal) else {
            return Failure(
                .unavailable, "\(what), sent from outside, before everything was read: nothing is known; run it again")
        }
        return Failure(.badData, "\(what): a page of data.mdb is damaged; restore a backup")
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
        if json.isSet {
            let result = JSON(
                events: report.events, outcomes: report.outcomes, indexEntries: report.indexEntries,
                indexedThrough: report.indexedThrough.rawValue, bytes: report.bytes)
            print(try JSONText.line(result))
        } else {
            print(
                "\(Figures.count(report.events, "event")) and \(Figures.count(report.outcomes, "outcome")) are whole; the "
                    + "index (\(Figures.count(report.indexEntries, "entry", "entries")), through position "
                    + "\(report.indexedThrough)) agrees with them.")
        }
    }
}
