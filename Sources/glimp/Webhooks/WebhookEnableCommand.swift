import ArgumentParser
import GlimpOutbox

struct WebhookEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Go on at once with a webhook or a phone that failed.")

    @OptionGroup var which: SubscriptionArgument
    @OptionGroup var data: DataOption

    func run() async throws {
        try await data.withOutbox { _, outbox in try await outbox.enable(try which.find(in: outbox)) }
    }
}
