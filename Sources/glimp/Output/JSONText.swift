import Foundation

/// One line of JSON.
enum JSONText {
    /// Keys as declared are what programs see; a fixed order makes the output comparable.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The object `value` with one more member, whose JSON is there already.
    static func line(_ value: some Encodable, adding name: String, _ json: String) throws -> String {
        let object = try line(value)
        return "\(object.dropLast()),\"\(name)\":\(json)}"
    }
}
