import ArgumentParser

struct WebhookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "Look after people's webhooks, and see how sending goes.",
        discussion: """
            Each belongs to a person, whose notifications it is sent; people look after their own over HTTP. What is \
            said of phones (Web Push) is told here too. Whoever may operate the machine sees that there are receivers \
            and how they do, and not where they are.

              glimp webhook create ada https://example.org/hook
              glimp webhook list
              glimp webhook test 0192…
              glimp webhook enable 0192…
              glimp webhook remove 0192…

            A running `glimp serve` sends; it knows of each change at once.
            """,
        subcommands: [
            WebhookListCommand.self, WebhookCreateCommand.self, WebhookTestCommand.self, WebhookEnableCommand.self,
            WebhookRemoveCommand.self,
        ])
}
