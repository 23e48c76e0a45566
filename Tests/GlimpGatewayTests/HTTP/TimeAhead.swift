import EventLog
import Synchronization

@testable import GlimpService

/// A clock that runs as this machine's does, and is put ahead by a test: time passes, it is not set.
final class TimeAhead: Sendable {
    private let microseconds = Mutex<Int64>(0)

    func advance(seconds: Int64) { microseconds.withLock { $0 += seconds * 1_000_000 } }

    var watch: ClockWatch { ClockWatch(wall: { self.now }, boot: { self.now }) }

    private var now: Timestamp {
        Timestamp(microseconds: Timestamp.now().microseconds + microseconds.withLock { $0 })
    }
}
