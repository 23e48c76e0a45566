import ArgumentParser

@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glimp",
        abstract: "Pull-messaging: commands into an event log, read models out of it.",
        discussion: """
            A data directory holds an event log, and read models that can be made again from it at any time.

            A town to look around in:
              glimp demo --data town
              glimp query home ada --data town

            A first look around from nothing:
              glimp send RegisterAccount '{"username":"ada"}' --as ada
              glimp send RegisterAccount '{"username":"bob"}' --as bob
              glimp send InviteFriend '{"friend":"bob"}' --as ada
              glimp query home bob
              glimp log read

            Exit codes: 0 done; 1 refused, no such user, or a check found a difference; 64 usage; 65 bad data, a \
            damaged or newer data directory, or a projection that has stopped; 69 not available: no such data \
            directory, its log or key missing, locked, or busy; 74 input or output: read-only, disk full.
            """,
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, ServeCommand.self, SettingsCommand.self, ApplyCommand.self, SendCommand.self,
            CommandsCommand.self, LogCommand.self, QueryCommand.self, ActivityCommand.self, AccountCommand.self,
            ProjectionCommand.self,
            MediaCommand.self, OperatorCommand.self, WebhookCommand.self,
        ])

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Failure.exit(Program.self, error)
        }
    }
}
