import EventLog
import GlimpDomain

/// An upload that no event is known to use. One without such a row is kept for good.
///
///     uploaded ─▶ unused ─▶ settling ─▶ removed ─▶ (gone)
///                  │   ▲      │    ╲
///                  ▼   ╰──────╯     ╲ an event uses it
///               claimed ─▶ settling ─▶ (no row: kept for good)
struct Unsettled: Hashable, Sendable {
    enum State: UInt8, Sendable {
        /// Its uploader's alone, for as long as ``MediaLimits/unusedHours``.
        case unused = 1
        /// A command names it and is being decided, or was.
        case claimed = 2
        /// The log is being asked whether an event uses it. No command may use it unless it claims it again.
        case settling = 3
        /// Its record is gone, and its files are being removed.
        case removed = 4
    }

    var state: State
    /// When it was uploaded, or uploaded again, or claimed: whatever was last.
    var since: Timestamp

    init(_ state: State, since: Timestamp) {
        self.state = state
        self.since = since
    }
}

extension Unsettled {
    /// The state, and the microseconds since 1970, big-endian.
    var stored: [UInt8] { [state.rawValue] + withUnsafeBytes(of: since.microseconds.bigEndian) { Array($0) } }

    /// - Throws: ``EventLogError`` `corrupted`.
    init(_ media: MediaID, stored: [UInt8]) throws(EventLogError) {
        guard stored.count == 9, let state = State(rawValue: stored[0]) else {
            throw EventLogError(.corrupted, "what is noted of upload \(media) is damaged: restore media/")
        }
        self.state = state
        since = Timestamp(microseconds: Int64(bitPattern: stored[1...].reduce(0) { $0 << 8 | UInt64($1) }))
    }
}
