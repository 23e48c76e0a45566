import ArgumentParser
import GlimpOutbox

struct WebhookRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Send nothing more to a webhook or a phone, and forget it.")

    @OptionGroup var which: SubscriptionArgument
    @OptionGroup var data: DataOption

    func run() async throws {
        try await data.withOutbox { _, outbox in try await outbox.remove(try which.find(in: outbox)) }
    }
}
