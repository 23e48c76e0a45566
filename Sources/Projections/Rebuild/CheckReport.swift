public import EventLog

/// What a check came to.
public struct CheckReport: Sendable {
    /// A row that the rows in use and the rebuilt ones don't have in common.
    public struct Difference: Hashable, Sendable {
        public var table: String
        /// Hexadecimal digits.
        public var key: String
        /// `user 0198…, position 17`.
        public var row: String
        /// nil: there is no such row.
        public var live: String?
        public var rebuilt: String?
    }
    public struct Table: Hashable, Sendable {
        public var name: String
        public var rows: Int
        public var differences: Int
    }
    /// How many differences are kept; all are counted.
    static let kept = 20

    public var group: String
    /// What both were compared at.
    public var position: Position
    public var events: UInt64
    public var seconds: Double
    public var tables: [Table]
    public var first: [Difference]

    public var rows: Int { tables.reduce(0) { $0 + $1.rows } }
    public var differences: Int { tables.reduce(0) { $0 + $1.differences } }
    public var isEqual: Bool { differences == 0 }
    public var eventsPerSecond: Double { seconds > 0 ? Double(events) / seconds : 0 }
}
