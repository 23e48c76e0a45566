import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import Glibc

/// Where the outbox lies, and how it comes to be.
enum OutboxFiles {
    /// Who holds the lock on it sends.
    static func lock(_ directory: String) -> String { directory + "/sending.lock" }

    /// Makes the directory whole aside, synced, and renames it: after a crash there is all of it or nothing. The loser
    /// of a race uses the winner's.
    /// - Parameter checkpoint: where a new one begins.
    static func createIfMissing(_ directory: String, at checkpoint: () throws -> OutboxCheckpoint) throws {
        guard !FileSystem.exists(directory) else { return }
        let aside = "\(directory).\(getpid()).\(FreshID.make().canonicalText).new"
        do {
            try FileSystem.makeDirectory(aside)
            try OutboxStore.create(aside, at: try checkpoint())
            try FileSystem.sync(aside)
            try FileSystem.move(aside, to: directory)
            try FileSystem.sync(FileSystem.parent(of: directory))
        } catch {
            FileSystem.remove(aside)
            guard FileSystem.exists(directory) else { throw error }
        }
    }
}
