import EventLog
import FoundationEssentials

/// JSON as archives have it: objects for people to read, lists with an item a line so that they can be written as they
/// come. Equal values are equal bytes.
enum ExportJSON {
    static func object(_ value: some Encodable) throws -> [UInt8] {
        let encoder = line
        encoder.outputFormatting.insert(.prettyPrinted)
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }

    /// For one line of text.
    static var line: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// A list of JSON on its way into a spool.
struct ExportList {
    private let spool: ExportSpool
    private let encoder = ExportJSON.line
    private var isEmpty = true

    /// - Throws: ``EventLogError``.
    init(_ spool: ExportSpool) throws(EventLogError) {
        self.spool = spool
        try spool.append("[".utf8)
    }

    mutating func add(_ item: some Encodable) throws {
        try spool.append((isEmpty ? "\n" : ",\n").utf8)
        try spool.append(try encoder.encode(item))
        isEmpty = false
    }

    func end() throws(EventLogError) { try spool.append((isEmpty ? "]\n" : "\n]\n").utf8) }
}
