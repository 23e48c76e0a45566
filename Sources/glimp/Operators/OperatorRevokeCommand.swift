import ArgumentParser
import Credentials

struct OperatorRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End all that an operator may do, at once and in every process.",
        discussion: "For good; its name is free again.")

    @Argument(help: "Whom.") var name: String
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        try await data.withCredentials { credentials in
            let someone = try credentials.operators.named(name)
            try await credentials.operators.revoke(someone.id)
            try json.write(OperatorJSON(someone), text: ["Revoked \(name)."])
        }
    }
}
