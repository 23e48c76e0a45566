import ArgumentParser
import Credentials

struct OperatorListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show operators, revoked ones too, and how many tokens are valid.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        try await data.withCredentials { credentials in
            let operators = try credentials.operators.list()
            let rows = try operators.map { someone in
                OperatorJSON(someone, tokens: try credentials.operators.tokens(of: someone.id))
            }
            var table = TextTable([
                .init(title: "name"), .init(title: "scopes"), .init(title: "tokens", isNumber: true),
                .init(title: "created"), .init(title: "revoked"), .init(title: "id"),
            ])
            for row in rows {
                table.add(
                    row.name, row.scopes.joined(separator: " "), "\(row.validTokens ?? 0)", row.created,
                    row.revoked ?? "–", row.id)
            }
            try json.write(rows, text: table.lines)
        }
    }
}
