/// A label of a series.
struct Label: Hashable, CustomStringConvertible {
    let name: String
    let value: String

    /// `name="value"`, escaped as the format demands.
    var description: String {
        let escaped = value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
        return "\(PrometheusText.name(name))=\"\(escaped)\""
    }
}

/// Metrics as Prometheus reads them (exposition format 0.0.4).
struct PrometheusText {
    enum SeriesType: String { case counter, gauge, histogram }

    private(set) var text = ""

    mutating func type(_ type: SeriesType, of name: String) { text += "# TYPE \(name) \(type.rawValue)\n" }

    mutating func line(_ name: String, _ labels: [Label], _ value: Double) {
        let braces = labels.isEmpty ? "" : "{\(labels.map(\.description).joined(separator: ","))}"
        text += "\(name)\(braces) \(Self.number(value))\n"
    }

    /// A series by itself.
    mutating func add(_ name: String, _ type: SeriesType, _ labels: [Label], _ value: Double) {
        self.type(type, of: name)
        line(name, labels, value)
    }

    static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : "\(value)"
    }

    /// A name of letters, digits and `_`, which is all the format takes.
    static func name(_ text: String) -> String {
        let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name : name
    }
}
