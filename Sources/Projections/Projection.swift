public import EventLog

/// A read model as a pure function: what each event changes in its rows, and nothing else.
///
/// It reads only the event and its own rows, no clock and no other state, so that applying the log from zero gives the
/// same rows as applying it as it grew.
public protocol Projection: Sendable {
    /// Unique within its group, and stable.
    var name: String { get }
    /// Grows with each change of what `apply` writes; rows of another version are rebuilt.
    var version: Int { get }
    /// Every table that `apply` touches; no other projection of the group has one of these names.
    var tables: [TableShape] { get }

    /// Changes the rows as `event` says. An event of no interest changes nothing.
    /// - Throws: when the event makes no sense. The whole group then stops before it, in every process.
    func apply(_ event: SequencedEvent, to rows: inout Rows) throws
}

/// A projection as it is known in a checkpoint.
public struct ProjectionVersion: Hashable, Sendable {
    public let name: String
    public let version: Int

    public init(name: String, version: Int) {
        self.name = name
        self.version = version
    }
}

extension ProjectionVersion: CustomStringConvertible {
    public var description: String { "\(name):\(version)" }
}
