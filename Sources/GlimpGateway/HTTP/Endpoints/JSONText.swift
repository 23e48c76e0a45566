/// JSON text while it is written, from outside to inside.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    /// What ends each list and object that has begun and not ended, outermost first.
    private var ends: [UInt8] = []
    /// Whether nothing is in the innermost one yet.
    private var isFirst = true

    init() { bytes.reserveCapacity(4_096) }

    /// How many lists and objects have begun: what a container writes to.
    var level: Int { ends.count }

    /// Begins an object or a list.
    /// - Returns: its level.
    mutating func begin(isObject: Bool) -> Int {
        bytes.append(UInt8(ascii: isObject ? "{" : "["))
        ends.append(UInt8(ascii: isObject ? "}" : "]"))
        isFirst = true
        return ends.count
    }

    /// Ends what is deeper than `level`: containers do not say themselves when they are done.
    mutating func end(downTo level: Int) {
        while ends.count > level, let end = ends.popLast() {
            bytes.append(end)
            isFirst = false
        }
    }

    /// Begins the next value of the list or object of that level.
    mutating func next(at level: Int) {
        end(downTo: level)
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    /// Begins the next field of the object of that level.
    mutating func field(_ name: String, at level: Int) {
        next(at: level)
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func null() { bytes.append(contentsOf: "null".utf8) }

    mutating func boolean(_ value: Bool) { bytes.append(contentsOf: (value ? "true" : "false").utf8) }

    mutating func integer(_ value: some BinaryInteger) { bytes.append(contentsOf: String(value).utf8) }

    mutating func number(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has no \(value)"))
        }
        bytes.append(
            contentsOf: (value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)").utf8)
    }

    mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { text in
            bytes.append(UInt8(ascii: "\""))
            if text.contains(where: Self.isEscaped) {
                for byte in text { escape(byte) }
            } else {
                bytes.append(contentsOf: text)
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// RFC 8259, section 7.
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        guard Self.isEscaped(byte) else { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append(contentsOf: (byte < 0x10 ? "u000" : "u00").utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}
