public import EventLog
public import FoundationEssentials

/// That an event has changed a row of a collection: put it there, or removed it. Which of the two, the row tells: it is
/// there or not.
///
/// One is kept for each row that an event changes, in the order of the log, as long as the rows are: written once at the
/// place of its position, never looked for again.
public struct RowChange: Hashable, Sendable {
    /// Of the row.
    public let row: RowKey
    /// Of the event.
    public let position: Position
    /// The number of the ``RowCollection``.
    public let collection: UInt8
    /// What names the row within the collection of its owner.
    public let id: String
}

extension RowChange {
    static let ownerLength = 16
    private static let headLength = ownerLength + 8 + 1

    /// Key: owner, position, number of the collection, rest of the row's key. Value: the id.
    static let shape = TableShape(
        name: "changes", key: [.uuid("owner"), .ascending("position")], isCollection: false,
        describeValue: { String(decoding: $0, as: UTF8.self) })

    /// Where it stands among the changes of its owner.
    public var key: RowKey {
        let owner = RowKey(bytes: Array(row.bytes.prefix(RowChange.ownerLength)))
        let rest = row.bytes.dropFirst(RowChange.ownerLength)
        return RowKey(bytes: owner.ascending(position.rawValue).bytes + [collection] + rest)
    }

    var rowBytes: [UInt8] { Array(id.utf8) }

    init(key: RowKey, _ value: RawSpan) throws {
        var reader = KeyReader(key)
        guard key.bytes.count >= RowChange.headLength, let owner = reader.uuid(), let position = reader.ascending()
        else { throw ProjectionError(.damaged, "the key \(key) of a change is none; rebuild the group") }
        row = RowKey(bytes: RowKey(owner).bytes + key.bytes.dropFirst(RowChange.headLength))
        self.position = Position(position)
        collection = key.bytes[RowChange.headLength - 1]
        id = value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension RowReading where Self: ~Copyable {
    /// Calls `body` with the changes of one owner's collections after a place, in the order of the log, until it returns
    /// false.
    /// - Parameter start: the ``RowChange/key`` of the last change that is known already; nil: after `position`.
    public func visitChanges(
        of owner: UUID, after position: Position, startingAfter start: RowKey? = nil, _ body: (RowChange) throws -> Bool
    ) throws {
        let start = start.map { RowRange.Start.after($0) } ?? .at(RowKey(owner).ascending(position.next.rawValue))
        try visit(RowRange(prefix: RowKey(owner), start: start), of: RowChange.shape) { key, value in
            try body(RowChange(key: key, value))
        }
    }
}
