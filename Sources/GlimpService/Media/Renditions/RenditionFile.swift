import EventLog
import Glibc

/// A rendition that this process makes: a file in `making/`, locked, until it has its place.
///
/// The lock decides between processes. It ends with its process, and the next one begins anew.
struct RenditionFile: ~Copyable {
    private let path: String
    private let place: String
    private let descriptor: Int32

    /// Blocks its thread while another process makes it.
    /// - Parameter replaces: also one that is there, which its readers keep.
    /// - Returns: nil when it is there.
    /// - Throws: ``EventLogError`` `busy` when another process takes longer than `patience`.
    init?(_ name: RenditionName, in files: MediaFiles, patience: Duration, replaces: Bool = false) throws(EventLogError)
    {
        place = files.rendition(name)
        path = files.making(name)
        try FileSystem.makeDirectory(FileSystem.parent(of: FileSystem.parent(of: place)))
        try FileSystem.makeDirectory(FileSystem.parent(of: place))
        try FileSystem.makeDirectory(FileSystem.parent(of: path))
        let deadline = ContinuousClock.now + patience
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileSystem.failure("create", path) }
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            if !replaces, FileSystem.exists(place) {
                // Perhaps made by this open; nobody needs it.
                unlink(path)
                close(descriptor)
                return nil
            }
            var status = stat()
            // Whoever had the lock may have removed the file, and somebody may have made another.
            if isLocked, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
            guard ContinuousClock.now < deadline else {
                throw EventLogError(.busy, "another process makes \(place) and does not end")
            }
            usleep(2_000)
        }
    }

    deinit { close(descriptor) }

    /// Has it written, and gives it its place; of what fails nothing is left.
    /// - Parameter write: writes to an empty file.
    consuming func fill(_ write: (_ output: Int32) throws -> Void) throws {
        do {
            guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
                throw FileSystem.failure("empty", path)
            }
            try write(descriptor)
            // Renamed before it is on disk, it could be empty after a power loss, and would stay so.
            guard fsync(descriptor) == 0 else { throw FileSystem.failure("sync", path) }
            try FileSystem.move(path, to: place)
        } catch {
            unlink(path)
            throw error
        }
    }
}
