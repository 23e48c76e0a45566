/// Why the event log could not do what it was asked: bad input, conflict, busy, full, damaged, or unknown.
public struct EventLogError: Error, Hashable, Sendable {
    /// Stable and extensible: compare with the static members.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The append condition failed: a matching event was appended after `after`.
        public static let conflict = Code(rawValue: "conflict")
        /// This actor used this command id before, with another body.
        public static let idReused = Code(rawValue: "id_reused")
        /// A limit of ``EventLogLimits`` was exceeded, or the input is malformed.
        public static let invalidInput = Code(rawValue: "invalid_input")
        /// Too much is waiting. Nothing was appended; try again later.
        public static let busy = Code(rawValue: "busy")
        /// The disk or the map is full. Nothing was appended; reading goes on.
        public static let full = Code(rawValue: "full")
        /// The commit failed half-way. Retry with the same command id.
        public static let outcomeUnknown = Code(rawValue: "outcome_unknown")
        /// A record or a file is damaged; `position` names the first one.
        public static let corrupted = Code(rawValue: "corrupted")
        /// The log is not the one that the last signed checkpoint was about, or an older copy of it.
        public static let checkpointMismatch = Code(rawValue: "checkpoint_mismatch")
        /// No signed checkpoint reaches as far.
        public static let notSigned = Code(rawValue: "not_signed")
        /// A proof, a note or a key is malformed, or does not prove what it says.
        public static let invalidProof = Code(rawValue: "invalid_proof")
        /// The directory was written by a newer version.
        public static let newerFormat = Code(rawValue: "newer_format")
        /// There is no log there.
        public static let notFound = Code(rawValue: "not_found")
        /// Another process keeps the log, or part of it, for itself.
        public static let locked = Code(rawValue: "locked")
        /// The log was closed.
        public static let closed = Code(rawValue: "closed")
        /// The operating system refused: permission, read-only, input or output error.
        public static let inputOutput = Code(rawValue: "io_error")
    }
    public var code: Code
    /// What, where, and what to do.
    public var message: String
    public var position: Position?

    public init(_ code: Code, _ message: String, position: Position? = nil) {
        self.code = code
        self.message = message
        self.position = position
    }
}

extension EventLogError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}
