import ArgumentParser
import Credentials
import Foundation

struct OperatorTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make a token for an operator and print it, once.",
        discussion: "Only a hash of it is kept: it can't be shown again. Make another, or revoke the operator.")

    @Argument(help: "Whose.") var name: String
    @Option(
        help: ArgumentHelp(
            "How long it is valid: 90d, 12h, 30m, 60s. Without it: until the operator is revoked.", valueName: "time"))
    var lifetime: Lifetime?
    @Option(help: "What it is for, 1 to 100 characters.") var label = "command line"
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private struct JSON: Encodable {
        var name: String
        var token: String
        var tokenId: String
        var lifetimeSeconds: Int?
    }

    func run() async throws {
        try await data.withCredentials { credentials in
            let someone = try credentials.operators.named(name)
            let made = try await credentials.operators.makeToken(
                for: someone.id, label: label, lifetime: lifetime.map { .seconds($0.seconds) })
            try json.write(
                JSON(
                    name: name, token: made.token.text, tokenId: made.id.uuid.uuidString.lowercased(),
                    lifetimeSeconds: lifetime?.seconds),
                text: [made.token.text])
            if !json.isSet { Terminal.note("glimp: keep it now; it is not shown again") }
        }
    }
}

/// A number and its unit: `90d`, `12h`, `30m`, `60s`; a minute to ten years.
struct Lifetime: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
        let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = argument.last.flatMap({ units[String($0)] }), let number = Int(argument.dropLast()),
            number > 0, number <= 3_650 * 86_400 / unit, number * unit >= 60
        else { return nil }
        seconds = number * unit
    }
}
