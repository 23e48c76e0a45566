import Glibc
import LMDB

/// Where the parts of an event log lie below its directory, and how a new one comes to be.
package struct LogDirectory: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Where a new one is made: the directory itself, if there is one, behind symbolic links and `.`; neither can be
    /// renamed over.
    private var destination: String { FileSystem.resolved(path) ?? path }

    package var log: String { path + "/log" }
    package var index: String { path + "/index" }
    package var tick: String { path + "/tick" }
    /// Shared by every process that appends; whoever takes it exclusively is the only one.
    package var writersLock: String { path + "/log/writers.lock" }

    package var exists: Bool { FileSystem.exists(log + "/data.mdb") }

    /// Makes the directory whole aside, synced, and renames it: after a crash there is all of it or nothing. The loser
    /// of a race finds the winner's.
    /// - Parameter prepare: adds what else belongs in it, given the path it is made at.
    package func create(mapSize: Int, prepare: (String) throws -> Void) throws {
        let others = FileSystem.names(in: path).filter { $0 != "lost+found" }
        guard others.isEmpty else {
            if exists { return }
            throw EventLogError(
                .notFound,
                "\(path) has no log/data.mdb but \(others.prefix(5).joined(separator: ", ")); "
                    + "it is not made anew: restore log/ or choose an empty directory")
        }
        let path = destination
        let aside = "\(FileSystem.parent(of: path))/.\(FileSystem.name(of: path)).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        do {
            try FileSystem.makeDirectory(aside)
            let inside = LogDirectory(aside)
            try FileSystem.makeDirectory(inside.log)
            let log = try LogEnvironment(directory: inside.log, creates: true, mapSize: mapSize)
            let indexDirectory = IndexDirectory(path: inside.index, mapSize: mapSize / 4)
            _ = try indexDirectory.rebuild(log, IndexHasher(logID: log.id.bytes))
            log.environment.close()
            try prepare(aside)
            for directory in [inside.index, inside.log, aside] { try FileSystem.sync(directory) }
            try FileSystem.move(aside, to: path)
            try FileSystem.sync(FileSystem.parent(of: path))
        } catch {
            FileSystem.remove(aside)
            if exists { return }
            throw error
        }
    }
}
