import FoundationEssentials
import GlimpDomain

extension Shape {
    /// The body of any command. Which one it is of, the command's name says.
    static let commandBody = Shape.any(CommandCatalogue.descriptions.map(Shape.body))

    private static func body(of command: CommandDescription) -> Shape {
        var words: [String: JSONValue] = ["description": .string(command.summary)]
        if let example = try? JSONDecoder().decode(JSONValue.self, from: Data(command.example.utf8)) {
            words["examples"] = [example]
        }
        return .named("\(command.name)Command", .with(object(command.fields), words))
    }

    private static func object(_ fields: [CommandField]) -> Shape {
        // What a message does not have is refused.
        .with(
            .object(fields.map { Field(name: $0.name, shape: shape(of: $0), isRequired: $0.isRequired) }),
            ["additionalProperties": false])
    }

    private static func shape(of field: CommandField) -> Shape {
        let summary = field.summary.isEmpty ? "" : " \(field.summary)"
        let description: [String: JSONValue] = ["description": .string("It is \(field.expectation).\(summary)")]
        guard field.isList else { return .with(one(field), description) }
        let items = words("minItems", field.items.least, "maxItems", field.items.most) { .integer($0) }
        return .with(.list(one(field)), description.merging(items) { $1 })
    }

    private static func one(_ field: CommandField) -> Shape {
        let length = words("minLength", field.characters.least, "maxLength", field.characters.most) { .integer($0) }
        let range = words("minimum", field.range.least, "maximum", field.range.most) { .number($0) }
        return switch field.form {
        case .text: .with(.text, length)
        case .id: .id
        case .person: .with(.text, ["minLength": 1])
        case .bytes: .string(format: "byte")
        case .number: .with(.number, range)
        case .wholeNumber: .with(.integer(), range)
        case .boolean: .boolean
        case .moment: .moment
        case .duration: .with(.text, ["pattern": #"^[0-9]+(\.[0-9]{1,9})?s$"#])
        case .choice(let names): .string(oneOf: names)
        case .object(let fields): object(fields)
        case .oneOf(let fields): .with(object(fields), ["minProperties": 1, "maxProperties": 1])
        }
    }

    private static func words<Number>(
        _ least: String, _ lowest: Number?, _ most: String, _ greatest: Number?, _ value: (Number) -> JSONValue
    ) -> [String: JSONValue] {
        [least: lowest.map(value), most: greatest.map(value)].compactMapValues { $0 }
    }
}
