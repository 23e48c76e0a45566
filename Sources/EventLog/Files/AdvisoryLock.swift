import Glibc

/// An advisory lock on a file (`flock`): held until released or until the process dies, however it dies.
package final class AdvisoryLock: Sendable {
    private let descriptor: Int32

    /// - Returns: nil when somebody else holds it.
    package init?(_ path: String, exclusive: Bool, waits: Bool = false) throws(EventLogError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
        self.descriptor = descriptor
        let operation = (exclusive ? LOCK_EX : LOCK_SH) | (waits ? 0 : LOCK_NB)
        var result: Int32
        repeat { result = flock(descriptor, operation) } while result != 0 && errno == EINTR
        guard result == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let failure = FileSystem.failure("lock", path)
            // deinit closes the descriptor.
            if isTaken { return nil }
            throw failure
        }
    }

    deinit { close(descriptor) }
}
