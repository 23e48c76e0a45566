public import EventLog
import GlimpSchemas
import SwiftProtobuf

/// A command with its envelope, as a line of JSON gives it: `CommandLine` of `Schemas/`, and `body` beside it.
public struct CommandLine: Sendable {
    /// As it was written; nil: without a receipt.
    public let id: String?
    /// When it was accepted; for historical imports.
    public let at: Timestamp?
    /// Who acts: a username or a user's id; nil: the operator.
    public let actor: String?
    public let command: ReceivedCommand
    /// Whether it was read as the command that it names.
    private let isWhatItSays: Bool

    /// Reads one line. A field that it does not have, or of another type, is an error, in the body too.
    public init(json: [UInt8]) throws(CommandInputError) {
        if let line = try? Self.guess(json) {
            self = line
            return
        }
        // What it is called, whatever else there is; then all of it, the body as that command's message.
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        let name: String
        do {
            name = try Glimp_V1_CommandLine(jsonUTF8Bytes: json, options: options).command
        } catch {
            throw .malformedLine(
                JSONProblem.description(of: error, in: json) {
                    _ = try Glimp_V1_CommandLine(jsonUTF8Bytes: $0, options: options)
                })
        }
        guard !name.isEmpty else { throw .malformedLine("`command` is missing") }
        self = try CommandCatalogue.kind(name).receive(line: json)
    }

    /// Takes the first text that looks like the command's name for it, which saves reading the line twice. nil, or an
    /// error, where it was not.
    private static func guess(_ json: [UInt8]) throws(CommandInputError) -> CommandLine? {
        let marker = Array(#""command":""#.utf8)
        let found = json.withUnsafeBytes { text in
            (0..<max(0, text.count - marker.count)).first { place in
                text[place + 1] == marker[1] && text[place..<place + marker.count].elementsEqual(marker)
            }
        }
        guard let start = found.map({ $0 + marker.count }), let end = json[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        let line = try CommandCatalogue.kind(String(decoding: json[start..<end], as: UTF8.self)).receive(line: json)
        return line.isWhatItSays ? line : nil
    }

    init<Command: CallerCommand>(_ command: Command.Type, name: String, json: [UInt8]) throws {
        let line = try CommandLineMessage<Command.Wire>(jsonUTF8Bytes: json)
        id = line.id
        at = line.at.map { Timestamp(seconds: $0.seconds, nanoseconds: $0.nanos) }
        actor = line.actor
        isWhatItSays = line.command == name
        self.command = try ReceivedCommand(Command.self, name: name, wire: line.body ?? Command.Wire())
    }
}

/// `CommandLine` with the command's own message as its body: what no schema can say, because the type of `body` follows
/// from `command`. Reading it in one go keeps numbers exact, which a generic JSON value would not.
private struct CommandLineMessage<Body: Message>: Message, _ProtoNameProviding {
    static var protoMessageName: String { "glimp.v1.CommandLine" }
    /// In the form that generated code has.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    static var _protobuf_nameMap: _NameMap { commandLineNames }

    var id: String?
    var at: Google_Protobuf_Timestamp?
    var actor: String?
    var command = ""
    var body: Body?
    var unknownFields = UnknownStorage()

    init() {}

    mutating func decodeMessage<D: Decoder>(decoder: inout D) throws {
        while let field = try decoder.nextFieldNumber() {
            switch field {
            case 1: try decoder.decodeSingularStringField(value: &id)
            case 2: try decoder.decodeSingularMessageField(value: &at)
            case 3: try decoder.decodeSingularStringField(value: &actor)
            case 4: try decoder.decodeSingularStringField(value: &command)
            case 5: try decoder.decodeSingularMessageField(value: &body)
            default: break
            }
        }
    }

    func traverse<V: Visitor>(visitor: inout V) throws {
        if let id { try visitor.visitSingularStringField(value: id, fieldNumber: 1) }
        if let at { try visitor.visitSingularMessageField(value: at, fieldNumber: 2) }
        if let actor { try visitor.visitSingularStringField(value: actor, fieldNumber: 3) }
        if !command.isEmpty { try visitor.visitSingularStringField(value: command, fieldNumber: 4) }
        if let body { try visitor.visitSingularMessageField(value: body, fieldNumber: 5) }
        try unknownFields.traverse(visitor: &visitor)
    }

    func isEqualTo(message: any Message) -> Bool {
        guard let other = message as? Self else { return false }
        let haveEqualBodies =
            if let body, let otherBody = other.body { body.isEqualTo(message: otherBody) } else {
                (body == nil) == (other.body == nil)
            }
        return id == other.id && at == other.at && actor == other.actor && command == other.command && haveEqualBodies
            && unknownFields == other.unknownFields
    }
}

private let commandLineNames = _NameMap(bytecode: "\0\u{1}id\0\u{1}at\0\u{1}as\0\u{1}command\0\u{1}body\0")
