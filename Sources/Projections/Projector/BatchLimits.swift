/// How much one transaction may take in, so that memory does not grow with the log.
public struct BatchLimits: Hashable, Sendable {
    public var events: Int
    /// Of payload.
    public var bytes: Int

    public init(events: Int, bytes: Int) {
        self.events = events
        self.bytes = bytes
    }

    /// For rows that are being read: a reader of the log's head sees them soon.
    public static let live = BatchLimits(events: 4_096, bytes: 8 << 20)
    /// For a generation aside. Each event can touch ten pages of 4 KiB, all in memory until the commit.
    public static let rebuilding = BatchLimits(events: 4_096, bytes: 8 << 20)

    /// Events asked of the log at once: each may have a payload of 1 MiB.
    static let page = 128
}
