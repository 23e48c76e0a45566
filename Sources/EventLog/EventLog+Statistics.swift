import LMDB

extension EventLog {
    /// Figures about the log as it is now.
    public struct Statistics: Sendable {
        public var events: UInt64
        /// Of the log's and the index's files up to their last page in use.
        public var bytes: Int
        public var logBytes: Int
        public var indexBytes: Int
        /// The last event whose entries are in the index on disk.
        public var indexedThrough: Position
    }

    /// How much there is, and how far the index has followed.
    /// - Throws: ``EventLogError``.
    public func statistics() throws -> Statistics {
        try reading {
            let log = try index.log.environment.information().usedBytes
            let generation = index.current
            let indexBytes = try generation.environment.information().usedBytes
            let indexed = try generation.environment.read { try generation.checkpoint($0) }?.position ?? 0
            return Statistics(
                events: try head().rawValue, bytes: log + indexBytes, logBytes: log, indexBytes: indexBytes,
                indexedThrough: Position(indexed))
        }
    }

    /// How many transactions ago the oldest reader of any process began; 0 when none reads. What it reads can't be
    /// reused: a process that stands still makes the files grow.
    public func oldestReader() throws -> Int {
        try reading {
            try max(index.log.environment.oldestReader(), index.current.environment.oldestReader())
        }
    }

    /// How many events there are of each type. Reads the whole log.
    /// - Throws: ``EventLogError``, as ``forEachRecord(from:through:_:)`` does.
    public func countByType() throws -> [EventType: Int] {
        var counts: [EventType: Int] = [:]
        try forEachRecord { record in
            counts[EventType(record.typeBytes.string), default: 0] += 1
            return true
        }
        return counts
    }
}
