import FoundationEssentials
import GlimpDomain
import HTTPTypes

/// The commands of one request: `{"commands":[{"id","command","body"}…]}`.
struct Batch {
    struct Item {
        /// Without one, a batch that is sent again would do everything again.
        let id: CommandID
        let command: ReceivedCommand
    }
    let commands: [Item]

    private struct Body: Decodable { var commands: [JSONValue] }

    /// - Throws: 400 `malformed`, 413 `too_large`; nothing of it is done then.
    init(json: [UInt8], limit: Int) throws {
        let items: [JSONValue]
        do {
            items = try JSONDecoder().decode(Body.self, from: Data(json)).commands
        } catch {
            throw Problem("malformed", "The body must be {\"commands\":[…]}.")
        }
        guard items.count <= limit else {
            throw Problem("too_large", "A batch has at most \(limit) commands.")
        }
        commands = try items.enumerated().map { number, item in
            do {
                let line = try CommandLine(json: Array(try JSONEncoder().encode(item)))
                guard line.at == nil, line.actor == nil else {
                    throw Problem("malformed", "Command \(number + 1): `at` and `as` are for imports.")
                }
                return Item(id: try Self.commandID(line.id, number), command: line.command)
            } catch let error as CommandInputError {
                throw Problem("malformed", "Command \(number + 1): \(error)")
            }
        }
    }

    private static func commandID(_ text: String?, _ number: Int) throws(Problem) -> CommandID {
        guard let text, let id = CommandID(text) else {
            throw Problem("invalid_command_id", "Command \(number + 1): it needs an `id`, a UUID of its own.")
        }
        return id
    }
}
