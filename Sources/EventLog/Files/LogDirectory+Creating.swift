import Glibc
import LMDB

/// Making a new one. Everything happens within the directory, which may belong to the service while its parent does
/// not, and may be a mount point, which nothing can be renamed over:
///
/// 1. `.creating/` is filled and synced. Killed before its end, it is begun anew.
/// 2. It is renamed to `.created/`. From here on it is finished, by whoever comes next if need be.
/// 3. What lies in it is moved out, `log/` last.
///
/// One process does it at a time, under a lock on the directory itself, which is freed however the process ends.
extension LogDirectory {
    /// A step that is done: for tests that stop there.
    package enum Step: Int, CaseIterable, Sendable {
        case directoryMade, partlyFilled, filled, finishable, partlyMoved, moved, logMoved
    }

    private var creating: String { path + "/.creating" }
    private var created: String { path + "/.created" }

    /// Whether making it was cut off so late that everything is there, but not in its place.
    var isUnfinished: Bool { !exists && FileSystem.exists(created + "/log") }

    /// What lies in the directory and belongs to nobody: not to a making that was cut off, nor to the file system.
    var others: [String] {
        FileSystem.names(in: path).filter { ![".creating", ".created", "lost+found"].contains($0) }
    }

    /// Makes the directory: after a crash at any moment it is no data directory yet, or a whole one. The loser of a race
    /// finds the winner's.
    /// - Parameters:
    ///   - prepare: adds what else belongs in it, given the path it is made at.
    ///   - reached: called after each step.
    /// - Throws: ``EventLogError``, among them `busy` when another process that makes it stands still; what `prepare`
    ///   throws.
    package func create(prepare: (String) throws -> Void, reached: (Step) throws -> Void = { _ in }) throws {
        try makeDirectory()
        try reached(.directoryMade)
        let lock = try waitForLock()
        defer { withExtendedLifetime(lock) {} }
        guard !exists else { return }
        if !isUnfinished {
            try requireEmpty()
            try fill(prepare, reached)
            try FileSystem.move(creating, to: created)
            try FileSystem.sync(path)
            try reached(.finishable)
        }
        try moveOut(reached)
    }

    private func makeDirectory() throws(EventLogError) {
        let isNew = try FileSystem.makeDirectory(path)
        // Where it was there before, its parent may be closed to us.
        do { try FileSystem.sync(FileSystem.parent(of: path)) } catch { if isNew { throw error } }
    }

    private func waitForLock() throws(EventLogError) -> AdvisoryLock {
        try AdvisoryLock.wait(atMost: options.busyTimeout, for: path) { () throws(EventLogError) in
            try AdvisoryLock(directory: path)
        }
    }

    private func requireEmpty() throws(EventLogError) {
        guard !others.isEmpty else { return }
        throw EventLogError(
            .notFound,
            "\(path) has no log/data.mdb but \(others.prefix(5).joined(separator: ", ")); "
                + "it is not made anew: restore log/ or choose an empty directory")
    }

    private func fill(_ prepare: (String) throws -> Void, _ reached: (Step) throws -> Void) throws {
        FileSystem.remove(creating)
        do {
            try FileSystem.makeDirectory(creating)
            let inside = LogDirectory(creating, options)
            try FileSystem.makeDirectory(inside.log)
            let log = try LogEnvironment(directory: inside.log, creates: true, mapSize: options.mapSize)
            try reached(.partlyFilled)
            _ = try inside.indexDirectory.rebuild(log, IndexHasher(logID: log.id.bytes))
            log.environment.close()
            try prepare(creating)
            for directory in [inside.index, inside.log, creating] { try FileSystem.sync(directory) }
            try reached(.filled)
        } catch {
            FileSystem.remove(creating)
            throw error
        }
    }

    private func moveOut(_ reached: (Step) throws -> Void) throws {
        for name in FileSystem.names(in: created) where name != "log" {
            try FileSystem.move("\(created)/\(name)", to: "\(path)/\(name)")
            try reached(.partlyMoved)
        }
        try FileSystem.sync(path)
        try reached(.moved)
        try FileSystem.move(created + "/log", to: log)
        try reached(.logMoved)
        try FileSystem.sync(path)
        sweep()
    }

    /// Removes what a process leaves that is killed after its last step: an empty directory.
    func sweep() { rmdir(created) }
}
