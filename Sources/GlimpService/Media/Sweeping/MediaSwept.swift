/// What a sweep removed, or would.
public struct MediaSwept: Hashable, Sendable {
    /// Uploads that nobody used in time.
    public var uploads = 0
    /// Of their files, as they are stored; renditions are not counted.
    public var bytes: UInt64 = 0
    /// Of uploads that are gone.
    public var renditions = 0
    /// What dead processes have left in `incoming/` and `making/`.
    public var leftovers = 0
    /// What could not be looked at, and stays.
    public var unreadable = UnreadableRecords()

    public init() {}

    static func += (sum: inout MediaSwept, other: MediaSwept) {
        sum.uploads += other.uploads
        sum.bytes += other.bytes
        sum.renditions += other.renditions
        sum.leftovers += other.leftovers
        sum.unreadable += other.unreadable
    }
}
