import GlimpDomain

/// A command as programs see it.
struct CommandJSON: Encodable {
    struct Field: Encodable {
        var name: String
        var type: String
        var list: Bool
        var required: Bool
        var summary: String
        var minCharacters: Int?
        var maxCharacters: Int?
        var minItems: Int?
        var maxItems: Int?
        var minimum: Double?
        var maximum: Double?
        var choices: [String]?
        var fields: [Field]?

        init(_ field: CommandField) {
            name = field.name
            (list, required, summary) = (field.isList, field.isRequired, field.summary)
            (minCharacters, maxCharacters) = (field.characters.least, field.characters.most)
            (minItems, maxItems) = (field.items.least, field.items.most)
            (minimum, maximum) = (field.range.least, field.range.most)
            switch field.form {
            case .text: type = "text"
            case .id: type = "id"
            case .person: type = "person"
            case .bytes: type = "bytes"
            case .number: type = "number"
            case .wholeNumber: type = "whole_number"
            case .boolean: type = "boolean"
            case .moment: type = "time"
            case .duration: type = "duration"
            case .choice(let names): (type, choices) = ("choice", names)
            case .object: type = "object"
            case .oneOf: type = "one_of"
            }
            fields = field.members.isEmpty ? nil : field.members.map(Field.init)
        }
    }
    var name: String
    var summary: String
    var example: String
    var fields: [Field]

    init(_ command: CommandDescription) {
        (name, summary, example) = (command.name, command.summary, command.example)
        fields = command.fields.map(Field.init)
    }
}
