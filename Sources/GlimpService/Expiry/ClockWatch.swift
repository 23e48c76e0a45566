import EventLog
import Glibc

/// Tells a clock that was set from time that has passed: a clock that jumps forward would expire requests for good.
///
/// Compares the wall clock with the time since boot, which nobody sets.
public struct ClockWatch: Sendable {
    /// Both clocks are read close together, and the wall clock is slewed a little: less than this is no jump.
    static let toleranceMicroseconds: Int64 = 60_000_000

    private let wall: @Sendable () -> Timestamp
    private let boot: @Sendable () -> Timestamp
    private let offset: Int64

    public init() { self.init(wall: { .now() }, boot: { Self.sinceBoot() }) }

    init(wall: @escaping @Sendable () -> Timestamp, boot: @escaping @Sendable () -> Timestamp) {
        self.wall = wall
        self.boot = boot
        offset = wall().microseconds - boot().microseconds
    }

    package func now() -> Timestamp { wall() }

    /// - Throws: ``ClockJump`` when the wall clock was set since this was made.
    func requireSteady() throws(ClockJump) {
        let jump = wall().microseconds - boot().microseconds - offset
        guard abs(jump) <= Self.toleranceMicroseconds else { throw ClockJump(microseconds: jump) }
    }

    private static func sinceBoot() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}

/// The wall clock was set while a process ran; nothing expires until it is put right or the process is restarted.
public struct ClockJump: Error, Hashable, Sendable, CustomStringConvertible {
    public var microseconds: Int64

    public var description: String {
        let seconds = microseconds / 1_000_000
        return "the clock was set \(abs(seconds)) s \(seconds > 0 ? "forward" : "back") while this process ran; "
            + "nothing expires, and no photo is swept, until it is put right, or the process is restarted"
    }
}
