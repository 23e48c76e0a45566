import SwiftProtobuf

/// One entry of the catalogue: how the body of a kind of command is read.
struct CommandKind: Sendable {
    enum Body {
        case json([UInt8])
        case binary([UInt8])
    }

    let name: String
    let description: CommandDescription
    private let read: @Sendable (Body) throws -> ReceivedCommand
    private let readLine: @Sendable ([UInt8]) throws -> CommandLine

    init<Command: CallerCommand>(_ command: Command.Type) {
        let name = command.name
        self.name = name
        description = CommandDescriptors.all.command(name, of: Command.Wire.protoMessageName)
        read = { try ReceivedCommand(Command.self, name: name, wire: Command.Wire(strict: $0)) }
        readLine = { try CommandLine(Command.self, name: name, json: $0) }
    }

    func receive(line json: [UInt8]) throws(CommandInputError) -> CommandLine {
        do {
            return try readLine(json)
        } catch {
            throw .malformedLine(
                JSONProblem.description(of: error, in: json, [.body(of: description)]) { _ = try readLine($0) })
        }
    }

    func receive(_ body: Body) throws(CommandInputError) -> ReceivedCommand {
        do {
            return try read(body)
        } catch {
            guard case .json(let json) = body else {
                throw .malformed(command: name, reason: "\(JSONProblem(error))")
            }
            let reason = JSONProblem.description(of: error, in: json, description.fields) { _ = try read(.json($0)) }
            throw .malformed(command: name, reason: reason)
        }
    }
}

extension Message {
    /// - Throws: when the body has a field that the message has not, or does not fit it otherwise.
    fileprivate init(strict body: CommandKind.Body) throws {
        switch body {
        case .json(let text):
            try self.init(jsonUTF8Bytes: text)
        case .binary(let bytes):
            var options = BinaryDecodingOptions()
            options.discardUnknownFields = true
            let known = try Self(serializedBytes: bytes, options: options)
            try self.init(serializedBytes: bytes)
            // Unknown fields take part in equality, those of inner messages too.
            guard isEqualTo(message: known) else { throw UnknownField() }
        }
    }
}

private struct UnknownField: Error, CustomStringConvertible {
    var description: String { "it has a field that the message has not" }
}
