import ArgumentParser
import GlimpDomain

struct CommandsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands",
        abstract: "Show the commands that people and operators can send, or what one of them takes.",
        discussion: """
            They are sent by `glimp send`, by `glimp apply`, and over HTTP and gRPC.

              glimp commands
              glimp commands RequestGlimp
            """)

    @Argument(help: "Which one.", completion: .list(CommandCatalogue.names))
    var name: String?

    @OptionGroup var json: JSONOption

    func run() throws {
        guard let name else {
            var table = TextTable("command", "what it does")
            for command in CommandCatalogue.descriptions { table.add(command.name, command.summary) }
            return try json.write(CommandCatalogue.descriptions.map(CommandJSON.init), text: table.lines)
        }
        guard let command = CommandCatalogue.descriptions.first(where: { $0.name == name }) else {
            throw Failure(.usage, "there is no command \(name); `glimp commands` lists them")
        }
        try json.write(CommandJSON(command), text: Self.lines(command))
    }

    private static func lines(_ command: CommandDescription) -> [String] {
        var table = TextTable("field", "", "is", "what")
        for (name, field) in command.allFields {
            table.add(name, field.isRequired ? "needed" : "", field.expectation, field.summary)
        }
        // What is uploaded is not looked up here: see Uploads.
        let vouches =
            command.allFields.contains { $0.name.hasSuffix("photo.sha256") }
            ? ["", "Over HTTP and gRPC the id of the upload is enough; here all that is told of a photo is needed."]
            : []
        let example = "glimp send \(command.name) '\(command.example)' --as ada"
        return ["\(command.name): \(command.summary)"] + table.lines + vouches
            + ["", "For example:", "  " + example]
    }
}

extension CommandDescription {
    /// Every field, those within others behind them: `picture.photo.media`.
    fileprivate var allFields: [(name: String, field: CommandField)] { Self.paths(fields, in: "") }

    private static func paths(_ fields: [CommandField], in path: String) -> [(name: String, field: CommandField)] {
        fields.flatMap { field in
            let name = path + field.name
            return [(name, field)] + paths(field.members, in: name + (field.isList ? "[]." : "."))
        }
    }
}
