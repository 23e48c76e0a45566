import ArgumentParser
import Foundation
import Synchronization

/// Whether somebody has interrupted this process while it began a child.
private let beingInterrupted = Atomic(false)

/// Runs a command of this program in a process of its own: a damaged page of LMDB can kill whoever reads it.
enum ChildRun {
    /// What a reader gets from a page that makes no sense; any other signal comes from somebody else.
    private static let signalsOfDamage = [SIGBUS, SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTRAP]

    private static let interruptions = [SIGINT, SIGTERM, SIGHUP]

    /// - Parameter directory: what it reads, for the message.
    /// - Throws: ``Failure`` when a signal ended it; `ExitCode` when it ended with one.
    static func run(_ arguments: [String], reading directory: String) throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = arguments
        beingInterrupted.store(false, ordering: .relaxed)
        // No handler outlives exec: the child begins with the system's own.
        for number in interruptions { signal(number) { _ in beingInterrupted.store(true, ordering: .relaxed) } }
        do { try child.run() } catch {
            throw Failure(.inputOutput, "cannot start a process to read \(directory) in: \(error.localizedDescription)")
        }
        let ends = endsWithThis(child.processIdentifier)
        // Before anybody looked for it.
        if beingInterrupted.load(ordering: .relaxed) { kill(child.processIdentifier, SIGTERM) }
        child.waitUntilExit()
        for source in ends { source.cancel() }
        if child.terminationReason == .uncaughtSignal { throw failure(of: child.terminationStatus, directory) }
        if child.terminationStatus != 0 { throw ExitCode(child.terminationStatus) }
    }

    /// Whoever interrupts this process means the child too, which is in a process group of its own.
    private static func endsWithThis(_ child: Int32) -> [any DispatchSourceSignal] {
        interruptions.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { kill(child, SIGTERM) }
            source.resume()
            return source
        }
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
