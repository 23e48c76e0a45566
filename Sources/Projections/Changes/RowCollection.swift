import EventLog

/// Makes the rows of a table a collection of those whose ids their keys start with: each change of a row is noted, so
/// that who has an old copy of a collection can bring it up to date.
public struct RowCollection<Value: RowValue>: Sendable {
    /// Stable, and its own within the group.
    public let number: UInt8
    private let id: @Sendable (RowKey, Value) throws -> String

    /// - Parameters:
    ///   - id: what names a row within the collection of its owner, also when it is gone: never two rows at once.
    public init(_ number: UInt8, id: @escaping @Sendable (RowKey, Value) throws -> String) {
        self.number = number
        self.id = id
    }

    /// - Parameter value: as it is now, or as it was when it was removed.
    func change(of key: RowKey, _ value: Value, at position: Position) throws -> RowChange {
        guard key.bytes.count >= RowChange.ownerLength else {
            throw ProjectionError(.damaged, "the key \(key) of collection \(number) is nobody's")
        }
        return RowChange(row: key, position: position, collection: number, id: try id(key, value))
    }
}
