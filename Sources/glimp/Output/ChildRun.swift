import ArgumentParser
import Foundation

/// Runs a command of this program in a process of its own: a damaged page of LMDB can kill whoever reads it.
enum ChildRun {
    /// What a reader gets from a page that makes no sense; any other signal comes from somebody else.
    private static let signalsOfDamage = [SIGBUS, SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTRAP]

    /// - Parameter directory: what it reads, for the message.
    /// - Throws: ``Failure`` when a signal ended it; `ExitCode` when it ended with one.
    static func run(_ arguments: [String], reading directory: String) throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = arguments
        do { try child.run() } catch {
            throw Failure(.inputOutput, "cannot start a process to read \(directory) in: \(error.localizedDescription)")
        }
        child.waitUntilExit()
        if child.terminationReason == .uncaughtSignal { throw failure(of: child.terminationStatus, directory) }
        if child.terminationStatus != 0 { throw ExitCode(child.terminationStatus) }
    }

    private static func failure(of signal: Int32, _ directory: String) -> Failure {
        let what = "reading \(directory) ended with signal \(signal)"
        guard signalsOfDamage.contains(signal) else {
            return Failure(
                .unavailable, "\(what), sent from outside, before everything was read: nothing is known; run it again")
        }
        return Failure(.badData, "\(what): a page of data.mdb is damaged; restore a backup")
    }
}
