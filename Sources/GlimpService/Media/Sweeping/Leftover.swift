import EventLog
import Glibc

/// A file that its process has left, locked as long as this lives: nobody else takes it for theirs.
///
/// Whoever writes such a file holds a lock on it, which ends with the process, however it dies.
struct Leftover: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// - Returns: nil when somebody works on it, or it is gone.
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var mine = stat()
        var there = stat()
        // Its maker may have given it its place, and another begun one here, since it was opened.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &mine) == 0, stat(path, &there) == 0,
            mine.st_ino == there.st_ino
        else {
            close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    consuming func remove() { unlink(path) }
}
