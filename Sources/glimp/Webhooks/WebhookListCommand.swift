import ArgumentParser
import GlimpDomain
import GlimpOutbox

struct WebhookListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show everybody's webhooks and phones, and how sending goes.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct Row: Encodable {
        var channel: String
        var item: SubscriptionJSON

        private enum Keys: String, CodingKey { case channel }

        func encode(to encoder: any Encoder) throws {
            try item.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(channel, forKey: .channel)
        }
    }

    func run() async throws {
        try await data.withOutbox { _, outbox in
            let rows = try outbox.allSubscriptions().map {
                Row(channel: $0.channel.rawValue, item: SubscriptionJSON($0, user: $0.owner.description))
            }
            var table = TextTable([
                .init(title: "subscription"), .init(title: "channel"), .init(title: "user"), .init(title: "state"),
                .init(title: "failures", isNumber: true), .init(title: "last sent"), .init(title: "last reason"),
            ])
            for row in rows {
                table.add(
                    row.item.subscription, row.channel, row.item.user ?? "–", row.item.state,
                    "\(row.item.failures)", row.item.lastSent ?? "–", row.item.lastReason ?? "–")
            }
            try json.write(rows, text: table.lines)
        }
    }
}
