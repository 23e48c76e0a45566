public import EventLog
public import FoundationEssentials

/// How far rows have come, in which log, and what made them. Lives in the same transaction as the rows, so that each
/// event is applied exactly once through any crash.
public struct Checkpoint: Hashable, Sendable {
    /// The last event applied.
    public var position: Position
    public var logID: UUID
    /// Of the event at `position`; empty at the beginning. With the log's id it tells whether the rows were made from
    /// this log's past, or from one restored or exchanged since.
    public var leafHash: [UInt8]
    public var versions: [ProjectionVersion]

    /// Whether the log holds what was applied.
    func belongs(to log: any EventStore) throws -> Bool {
        guard logID == log.logID else { return false }
        if position == .beginning { return true }
        return try position <= log.head() && log.leafHash(at: position) == leafHash
    }
}

extension Checkpoint {
    private static let format: UInt64 = 1

    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.number(Checkpoint.format)
        writer.number(position.rawValue)
        writer.uuid(logID)
        writer.field(leafHash)
        writer.number(UInt64(versions.count))
        for version in versions {
            writer.field(Array(version.name.utf8))
            writer.number(UInt64(bitPattern: Int64(version.version)))
        }
        return writer.bytes
    }

    init(stored: [UInt8]) throws {
        var reader = ByteReader(stored, "a checkpoint")
        let format = try reader.number()
        guard format == Checkpoint.format else {
            throw ProjectionError(
                format > Checkpoint.format ? .superseded : .damaged,
                "a checkpoint has format \(format), this version reads \(Checkpoint.format); use the program that made "
                    + "the rows, or rebuild them with this one")
        }
        position = Position(try reader.number())
        logID = try reader.uuid()
        leafHash = Array(try reader.field())
        versions = []
        // One by one: a damaged count must run out of bytes, not of memory.
        for _ in 0..<(try reader.number()) {
            let name = try reader.string()
            versions.append(ProjectionVersion(name: name, version: Int(Int64(bitPattern: try reader.number()))))
        }
    }
}
