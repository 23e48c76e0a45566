public import EventLog

/// That the rows in use were made because the ones before could not be read. Kept beside the checkpoint, so that every
/// process sees it; gone with the next rebuild.
public struct Repair: Hashable, Sendable {
    /// What was wrong with the rows before.
    public var reason: String
    public var since: Timestamp
}

extension Repair {
    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.field(Array(reason.utf8))
        writer.number(UInt64(bitPattern: since.microseconds))
        return writer.bytes
    }

    init(stored: [UInt8]) throws {
        var reader = ByteReader(stored, "the record of a repair")
        reason = try reader.string()
        since = Timestamp(microseconds: Int64(bitPattern: try reader.number()))
    }
}
