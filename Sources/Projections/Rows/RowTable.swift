/// A table of a projection: rows of one type under keys of one form.
public struct RowTable<Value: RowValue>: Sendable {
    public let shape: TableShape
    public var name: String { shape.name }

    /// - Parameter name: unique within the group: `friends.since`.
    public init(_ name: String, key: [KeyPart], of value: Value.Type = Value.self) {
        shape = TableShape(name: name, key: key) { bytes in
            guard let value = try? Value(rowBytes: bytes) else { return "unreadable \(Hexadecimal.text(bytes))" }
            return "\(value)"
        }
    }
}

/// A table whatever its rows hold: what is needed to make, compare and describe it.
public struct TableShape: Sendable {
    public let name: String
    public let key: [KeyPart]
    let describeValue: @Sendable ([UInt8]) -> String

    func describe(_ key: RowKey) -> String { KeyPart.describe(key, self.key) }
}

/// A row as it was read.
public struct Row<Value: RowValue>: Sendable {
    public let key: RowKey
    public let value: Value
}
