import Glibc

/// An advisory lock on a file or a directory (`flock`): held until released or until the process dies, however it dies.
package final class AdvisoryLock: Sendable {
    private let descriptor: Int32

    /// Makes the file if there is none.
    /// - Returns: nil when somebody else holds it.
    package convenience init?(_ path: String, exclusive: Bool) throws(EventLogError) {
        try self.init(path, O_RDWR | O_CREAT, exclusive: exclusive)
    }

    /// - Returns: nil when somebody else holds it.
    convenience init?(directory: String) throws(EventLogError) {
        try self.init(directory, O_RDONLY | O_DIRECTORY, exclusive: true)
    }

    private init?(_ path: String, _ flags: Int32, exclusive: Bool) throws(EventLogError) {
        let descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
        self.descriptor = descriptor
        var result: Int32
        repeat {
            result = flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB)
        } while result != 0 && errno == EINTR
        guard result == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let failure = FileSystem.failure("lock", path)
            // deinit closes the descriptor.
            if isTaken { return nil }
            throw failure
        }
    }

    deinit { close(descriptor) }

    /// Tries until `attempt` gets a lock. The holder may be a process that stands still, so this has an end.
    /// - Parameters:
    ///   - seconds: how long nothing may happen.
    ///   - progress: what the holder has done so far; when it changes, the wait begins again.
    /// - Throws: `busy` when there is no lock by then.
    package static func wait(
        atMost seconds: Double, for what: String, progress: () -> Int = { 0 },
        _ attempt: () throws(EventLogError) -> AdvisoryLock?
    ) throws(EventLogError) -> AdvisoryLock {
        let clock = ContinuousClock()
        var seen = progress()
        var deadline = clock.now + .seconds(seconds)
        while true {
            if let lock = try attempt() { return lock }
            let now = progress()
            if now != seen { (seen, deadline) = (now, clock.now + .seconds(seconds)) }
            guard clock.now < deadline else {
                throw EventLogError(.busy, "another process keeps \(what) and does nothing; try again later")
            }
            usleep(5_000)
        }
    }
}
