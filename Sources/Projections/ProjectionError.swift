/// Why a read model can't be read, run or rebuilt.
public struct ProjectionError: Error, Hashable, Sendable {
    /// Stable and extensible: compare with the static members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No group has this name.
        public static let unknownGroup = Code(rawValue: "unknown_projection")
        /// There are no rows yet, or they are of another version, and nobody has rebuilt them.
        public static let notReady = Code(rawValue: "projection_not_ready")
        /// The group has stopped at an event that it can't apply.
        public static let stopped = Code(rawValue: "projection_stopped")
        /// The position waited for was not reached in time.
        public static let timedOut = Code(rawValue: "projection_behind")
        /// Another process rebuilds or checks the group.
        public static let locked = Code(rawValue: "projection_locked")
        /// Another process has put rows of another version in place: this one is too old, or too new, to go on.
        public static let superseded = Code(rawValue: "projection_superseded")
        /// An event makes no sense to a projection.
        public static let notApplicable = Code(rawValue: "event_not_applicable")
        /// A row, a checkpoint or the log's order is not what it must be.
        public static let damaged = Code(rawValue: "projection_damaged")
        /// The operating system refused.
        public static let inputOutput = Code(rawValue: "io_error")
    }
    public var code: Code
    /// What, where, and what to do.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ProjectionError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}
