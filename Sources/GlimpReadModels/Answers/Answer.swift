public import EventLog

/// A value and the position of the log that it is true for.
public struct Answer<Value: Sendable>: Sendable {
    public var position: Position
    public var value: Value

    public init(_ value: Value, at position: Position) {
        self.position = position
        self.value = value
    }
}

extension Answer: Equatable where Value: Equatable {}
