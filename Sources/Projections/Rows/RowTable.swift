/// A table of a projection: rows of one type under keys of one form.
public struct RowTable<Value: RowValue>: Sendable {
    public let shape: TableShape
    public var name: String { shape.name }
    /// nil: changes of its rows are not noted.
    let collection: RowCollection<Value>?

    /// - Parameters:
    ///   - name: unique within the group: `friends.since`.
    ///   - collection: makes its rows a collection, whose changes are noted: see ``RowChange``.
    /// - Precondition: the keys of a collection start with a UUID.
    public init(
        _ name: String, key: [KeyPart], of value: Value.Type = Value.self, collection: RowCollection<Value>? = nil
    ) {
        precondition(collection == nil || key.first?.kind == .uuid, "\(name) is nobody's collection")
        self.collection = collection
        shape = TableShape(name: name, key: key, isCollection: collection != nil) { bytes in
            guard let value = try? Value(rowBytes: bytes) else { return "unreadable \(Hexadecimal.text(bytes))" }
            return "\(value)"
        }
    }
}

/// A table whatever its rows hold: what is needed to make, compare and describe it.
public struct TableShape: Sendable {
    public let name: String
    public let key: [KeyPart]
    let isCollection: Bool
    let describeValue: @Sendable ([UInt8]) -> String

    func describe(_ key: RowKey) -> String { KeyPart.describe(key, self.key) }
}

/// A row as it was read.
public struct Row<Value: RowValue>: Sendable {
    public let key: RowKey
    public let value: Value
}
