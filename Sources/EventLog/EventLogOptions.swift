/// How an event log is opened.
public struct EventLogOptions: Sendable {
    /// What this process may do with the log.
    public enum Access: Sendable {
        /// Read, and keep the index up.
        case reading
        /// Append, as other processes may at the same time.
        case shared
        /// Append, and be the only process that does, as long as the log is open.
        case exclusive
    }
    public var access = Access.shared
    /// Make the log if there is none.
    public var creates = false
    /// The most the log may grow to, in bytes of address space; the index may grow to a quarter of it.
    public var mapSize = 1 << 40
    /// The clock, in microseconds; events get max(clock, the last event's time).
    public var now: @Sendable () -> Timestamp = { .now() }
    /// Bytes of memory for what is in the log and not yet in the index on disk; at more, appends slow down, and at
    /// 6.5 MB more what others append is not read into memory either: look-ups wait.
    public var tailBytes = 128 << 20
    /// How many events of others (another process, or before a crash) are read into memory at once; when there are
    /// more, the index on disk catches up first.
    public var tailEvents = 131_072
    /// Requests and bytes that may wait for the writer; one more is `busy`.
    public var mailboxRequests = 16_384
    public var mailboxBytes = 64 << 20
    /// How long an append, or a read, waits for an index that makes no progress before it is `busy`, in seconds.
    public var busyTimeout = 10.0
    /// Told of each commit of this process, on the writer's thread: keep it short.
    public var onCommit: @Sendable (Commit) -> Void = { _ in }
    /// Seconds to wait for the callers just answered before the next commit.
    public var gatherSeconds = 0.000_2

    public init() {}

    /// Figures of one commit.
    public struct Commit: Sendable {
        /// The appends and commands that shared it.
        public var requests: Int
        public var events: Int
        /// From the start of its transaction until it was on disk.
        public var seconds: Double
    }
}
