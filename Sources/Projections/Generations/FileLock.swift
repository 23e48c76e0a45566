import Glibc

/// An advisory lock on a file, over all processes. The kernel frees it when its holder ends in any way.
final class FileLock: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The lock, or nil when somebody has it. The file is made when it is missing.
    static func acquire(_ path: String) throws(ProjectionError) -> FileLock? {
        // Not inherited by child processes: one that outlives its parent would keep the lock.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure("open \(path)") }
        // `isHeld` takes the lock for a moment; one look must not pass for an owner.
        for attempt in 1...3 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLock(descriptor: descriptor) }
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let failure = FileSystem.failure("lock \(path)")
                close(descriptor)
                throw failure
            }
            if attempt < 3 { usleep(500) }
        }
        close(descriptor)
        return nil
    }

    /// Whether anybody has the lock.
    static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }
}
