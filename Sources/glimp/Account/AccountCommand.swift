import ArgumentParser

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Look after accounts.",
        subcommands: [AccountExportCommand.self, AccountEraseCommand.self])
}
