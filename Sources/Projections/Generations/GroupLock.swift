import EventLog
import Glibc

/// Taking a group's advisory locks. The kernel frees them when their holder ends in any way.
enum GroupLock {
    /// The lock, or nil when somebody has it.
    static func acquire(_ path: String) throws -> AdvisoryLock? {
        // `isHeld` takes the lock for a moment; one look must not pass for an owner.
        for _ in 1...2 {
            if let lock = try AdvisoryLock(path, exclusive: true) { return lock }
            usleep(500)
        }
        return try AdvisoryLock(path, exclusive: true)
    }

    /// Whether anybody has the lock.
    static func isHeld(_ path: String) throws -> Bool {
        // Where nobody may write, nobody applies events.
        guard access(path, W_OK) == 0 else { return false }
        return try AdvisoryLock(path, exclusive: false) == nil
    }
}
