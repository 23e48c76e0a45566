/// The place of an event in the log: 1, 2, 3, … without gaps. Global, never per stream.
public struct Position: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Before the first event: the head of an empty log, the checkpoint of a projection that has seen nothing.
    public static let beginning = Position(0)
    public static let maximum = Position(.max)

    /// The next position; the maximum is its own successor.
    @inlinable
    public var next: Position { Position(rawValue == .max ? .max : rawValue + 1) }
    /// The position before this one; the beginning is its own predecessor.
    @inlinable
    public var previous: Position { Position(rawValue == 0 ? 0 : rawValue - 1) }

    @inlinable
    public static func < (a: Position, b: Position) -> Bool { a.rawValue < b.rawValue }
}

extension Position: CustomStringConvertible {
    public var description: String { String(rawValue) }
}
