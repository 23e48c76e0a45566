public import EventLog
import LMDB

/// The rows of a group as of one position. Short-lived: it holds old pages as long as it lives.
public struct Snapshot: ~Copyable, RowReading {
    /// The last event that the rows have seen.
    public let position: Position
    /// As the store was given it.
    public let context: any Sendable
    let generation: Generation
    let transaction: ReadTransaction

    init(_ generation: Generation, _ context: any Sendable) throws {
        self.context = context
        let transaction = try generation.environment.beginRead()
        position = try generation.checkpoint(in: transaction).position
        self.generation = generation
        self.transaction = transaction
    }

    public func bytes(of key: RowKey, in table: TableShape) throws -> [UInt8]? {
        guard let span = try transaction.get(key.bytes, in: generation.table(table.name)) else { return nil }
        return span.bytes
    }

    public func visit(
        _ range: RowRange, of table: TableShape, _ body: (RowKey, RawSpan) throws -> Bool
    ) throws {
        try range.visit(generation.table(table.name), in: transaction, body)
    }
}
