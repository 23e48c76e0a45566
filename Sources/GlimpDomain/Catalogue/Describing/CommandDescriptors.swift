import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf

/// The messages of commands as `Schemas/` declares them, with their comments and rules.
struct CommandDescriptors: Sendable {
    private struct Declared: Sendable {
        let message: Google_Protobuf_DescriptorProto
        let summary: String
        /// By the numbers of the fields in the message, from 0.
        let summaries: [Int: String]
    }
    /// By full name, as a field names its type: `.glimp.v1.Place`.
    private var messages: [String: Declared] = [:]
    private var choices: [String: [String]] = [:]

    static let all: CommandDescriptors = {
        do { return try CommandDescriptors(base64: commandFileDescriptors) } catch {
            preconditionFailure("the generated descriptors of commands can't be read: \(error)")
        }
    }()

    private init(base64: String) throws {
        let bytes = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
        let files = try Google_Protobuf_FileDescriptorSet(
            serializedBytes: bytes, extensions: Glimp_V1_Rules_Extensions)
        for file in files.file {
            // Paths are as descriptor.proto has them: 4 is the messages of a file, 2 the fields of a message.
            let comments = Dictionary(
                file.sourceCodeInfo.location.map { ($0.path, Self.sentence($0.leadingComments)) },
                uniquingKeysWith: { first, _ in first })
            for (number, message) in file.messageType.enumerated() {
                let path: [Int32] = [4, Int32(number)]
                let summaries = message.field.indices.map { ($0, comments[path + [2, Int32($0)]] ?? "") }
                messages[".\(file.package).\(message.name)"] = Declared(
                    message: message, summary: comments[path] ?? "",
                    summaries: Dictionary(uniqueKeysWithValues: summaries))
            }
            for choice in file.enumType {
                // Zero is what is sent when nothing is.
                choices[".\(file.package).\(choice.name)"] = choice.value.filter { $0.number != 0 }.map(\.name)
            }
        }
    }

    /// - Parameter message: its full name, `glimp.v1.InviteFriend`.
    func command(_ name: String, of message: String) -> CommandDescription {
        guard let declared = messages[".\(message)"] else {
            preconditionFailure("\(message) is in none of the files of commands in Schemas/")
        }
        return CommandDescription(
            name: name, summary: declared.summary, example: declared.message.options.Glimp_V1_example,
            fields: fields(of: declared))
    }

    private func fields(of declared: Declared) -> [CommandField] {
        declared.message.field.enumerated().map { number, field in
            let rule = field.options.Glimp_V1_rule
            return CommandField(
                name: field.jsonName, form: form(of: field, rule), isList: field.label == .repeated,
                isRequired: rule.required, summary: declared.summaries[number] ?? "",
                characters: .init(
                    least: rule.hasMinCharacters ? Int(rule.minCharacters) : nil,
                    most: rule.hasMaxCharacters ? Int(rule.maxCharacters) : nil),
                items: .init(
                    least: rule.hasMinItems ? Int(rule.minItems) : nil,
                    most: rule.hasMaxItems ? Int(rule.maxItems) : nil),
                range: .init(
                    least: rule.hasMinimum ? rule.minimum : nil, most: rule.hasMaximum ? rule.maximum : nil))
        }
    }

    private func form(of field: Google_Protobuf_FieldDescriptorProto, _ rule: Glimp_V1_FieldRule) -> CommandField.Form {
        switch field.type {
        case .string:
            switch rule.meaning {
            case .id: .id
            case .person: .person
            default: .text
            }
        case .bytes: .bytes
        case .bool: .boolean
        case .double, .float: .number
        case .enum: .choice(choices[field.typeName] ?? [])
        case .message: form(ofMessage: field.typeName)
        default: .wholeNumber
        }
    }

    private func form(ofMessage name: String) -> CommandField.Form {
        switch name {
        case ".google.protobuf.Timestamp": return .moment
        case ".google.protobuf.Duration": return .duration
        default:
            guard let declared = messages[name] else {
                preconditionFailure("\(name) is in none of the files of commands in Schemas/")
            }
            // `optional` makes a choice of one as well, which is none.
            let isChoice = declared.message.field.contains { $0.hasOneofIndex && !$0.proto3Optional }
            return isChoice ? .oneOf(fields(of: declared)) : .object(fields(of: declared))
        }
    }

    private static func sentence(_ comment: String) -> String {
        comment.split(whereSeparator: \.isNewline).joined().split(separator: " ").joined(separator: " ")
    }
}
