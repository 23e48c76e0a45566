/// JSON as it is written, value after value, without the tree of it that Foundation's encoder makes first: that was a
/// quarter of what a read costs.
///
/// It writes what answers are made of: texts, numbers, booleans, nulls, lists and objects, an object's fields in the order
/// in which its type encodes them. So equal answers are equal bytes; a dictionary of several keys has no place in one.
final class JSONWriter {
    var text = JSONText()

    /// The JSON of a value.
    /// - Throws: `EncodingError` for a number that JSON can't say; what the value throws.
    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let writer = JSONWriter()
        try writer.value(value)
        return writer.text.bytes
    }

    func value(_ value: some Encodable) throws {
        let (level, count) = (text.level, text.bytes.count)
        try value.encode(to: JSONValueEncoder(writer: self))
        // One that says nothing is an object without fields.
        if text.bytes.count == count { _ = text.begin(isObject: true) }
        text.end(downTo: level)
    }
}
