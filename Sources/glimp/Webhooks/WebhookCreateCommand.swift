import ArgumentParser
import GlimpDomain
import GlimpOutbox
import GlimpService

struct WebhookCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Send a person's notifications to a webhook, and print its secret, once.",
        discussion: "The secret can't be shown again: remove the webhook and make another.")

    @Argument(help: "Whose notifications, by username.") var person: String
    @Argument(help: "Where to: https://…") var url: String
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        try await data.withOutbox { glimp, outbox in
            let user = try glimp.people.named(person)
            let (made, secret) = try await outbox.subscribe(webhook: url, for: user)
            try json.write(SubscriptionJSON(made, user: user.description, secret: secret), text: [secret])
            if !json.isSet { Terminal.note("glimp: made \(made.id); keep its secret now: it is not shown again") }
        }
    }
}
