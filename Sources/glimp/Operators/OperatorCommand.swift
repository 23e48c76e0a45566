import ArgumentParser

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Look after operators and services, and their tokens.",
        discussion: """
            An operator is a person or a program that looks after the machine, and none of its users. It has no \
            password: it shows a token, `Authorization: Bearer …`. What it may do are its scopes:

              operate   do what operators do: commands, erasing
              read      look at what operators may see
              events    use the event log's own service over gRPC

            Whoever can read the data directory can make operators; a running `glimp serve` knows them at once.

              glimp operator create billing --scope events
              glimp operator token billing --lifetime 90d
              glimp operator revoke billing
            """,
        subcommands: [
            OperatorCreateCommand.self, OperatorListCommand.self, OperatorTokenCommand.self, OperatorRevokeCommand.self,
        ])
}
