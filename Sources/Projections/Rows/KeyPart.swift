import EventLog

/// One part of a table's keys, named so that a difference can be told to a person.
public struct KeyPart: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case uuid, ascending, descending, time, string }
    let kind: Kind
    public let label: String

    public static func uuid(_ label: String) -> KeyPart { KeyPart(kind: .uuid, label: label) }
    public static func ascending(_ label: String) -> KeyPart { KeyPart(kind: .ascending, label: label) }
    public static func descending(_ label: String) -> KeyPart { KeyPart(kind: .descending, label: label) }
    public static func time(_ label: String) -> KeyPart { KeyPart(kind: .time, label: label) }
    public static func string(_ label: String) -> KeyPart { KeyPart(kind: .string, label: label) }

    private func text(_ reader: inout KeyReader) -> String? {
        switch kind {
        case .uuid: reader.uuid()?.text
        case .ascending: reader.ascending().map { String($0) }
        case .descending: reader.descending().map { String($0) }
        case .time: reader.time().map { "\($0.microseconds) µs" }
        case .string: reader.string()
        }
    }

    /// `user 0198…, position 17`; what can't be read is shown in hexadecimal digits.
    static func describe(_ key: RowKey, _ parts: [KeyPart]) -> String {
        var reader = KeyReader(key)
        var texts: [String] = []
        for part in parts {
            guard let text = part.text(&reader) else { return "key \(key)" }
            texts.append("\(part.label) \(text)")
        }
        let rest = reader.remainder()
        if !rest.isEmpty { texts.append("and \(Hexadecimal.text(rest))") }
        return texts.joined(separator: ", ")
    }
}
