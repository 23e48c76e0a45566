import EventLog
import Glibc

/// A rendition that this process makes: a file in `making/`, locked, until it has its place.
///
/// The lock decides between processes. It ends with its process, and the next one begins anew.
final class RenditionFile {
    private let path: String
    private let destination: String
    /// Empty, once it is begun.
    let descriptor: Int32
    private var isPlaced = false

    /// Blocks its thread while another process makes it.
    /// - Parameter replaces: also one that is there, which its readers keep.
    /// - Returns: nil when it is there.
    /// - Throws: ``EventLogError`` `busy` when another process takes longer than `patience`.
    init?(
        _ name: RenditionName, in files: MediaFiles, patience: Duration, replaces: Bool = false
    ) throws(EventLogError) {
        destination = files.rendition(name)
        path = files.making(name)
        try FileSystem.makeDirectory(FileSystem.parent(of: FileSystem.parent(of: destination)))
        try FileSystem.makeDirectory(FileSystem.parent(of: destination))
        try FileSystem.makeDirectory(FileSystem.parent(of: path))
        let deadline = ContinuousClock.now + patience
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileSystem.failure("create", path) }
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            if !replaces, FileSystem.exists(destination) {
                // Perhaps made by this open; nobody needs it. Another's, who makes it anew, stays.
                var own = stat()
                if isLocked, fstat(descriptor, &own) == 0, Self.isStill(path, own) { unlink(path) }
                close(descriptor)
                return nil
            }
            var status = stat()
            // Whoever had the lock may have removed the file, and somebody may have made another.
            // And the file may have its place already: then its name here is gone, or another's.
            if isLocked, fstat(descriptor, &status) == 0, Self.isStill(path, status) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
            guard ContinuousClock.now < deadline else {
                throw EventLogError(.busy, "another process makes \(destination) and does not end")
            }
            usleep(2_000)
        }
    }

    /// Whether the path still leads to the file.
    private static func isStill(_ path: String, _ status: stat) -> Bool {
        var named = stat()
        return lstat(path, &named) == 0 && named.st_ino == status.st_ino && named.st_dev == status.st_dev
    }

    deinit {
        // The name first: once the lock is gone, it could be another's.
        if !isPlaced { unlink(path) }
        close(descriptor)
    }

    /// Takes away what a dead process has written into it.
    func begin() throws(EventLogError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw FileSystem.failure("empty", path)
        }
    }

    /// Gives it its place, once it is written.
    func place() throws(EventLogError) {
        // Renamed before it is on disk, it could be empty after a power loss, and would stay so.
        guard fsync(descriptor) == 0 else { throw FileSystem.failure("sync", path) }
        try FileSystem.move(path, to: destination)
        isPlaced = true
    }
}
