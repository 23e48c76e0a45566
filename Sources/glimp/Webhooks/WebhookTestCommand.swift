import ArgumentParser
import GlimpOutbox

struct WebhookTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a ping to a webhook or a phone; 1 when it is not taken.")

    @OptionGroup var which: SubscriptionArgument
    @OptionGroup var data: DataOption

    func run() async throws {
        try await data.withOutbox { _, outbox in
            if let reason = try await outbox.ping(try which.find(in: outbox)) {
                throw Failure(.refused, "it was not taken: \(reason)")
            }
            try Output.write("It was taken.")
        }
    }
}
