import ArgumentParser
import Credentials

struct OperatorCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an operator; it can do nothing until it has a token.")

    @Argument(help: "What it is called, 1 to 100 characters.") var name: String
    @Option(help: "operate, read or events; may be given several times.") var scope: [String] = []
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private static let known: Set<OperatorScope> = [.operate, .read, .events]

    func validate() throws {
        guard !scope.isEmpty else { throw ValidationError("--scope is missing: what may \(name) do?") }
        if let odd = scope.first(where: { !Self.known.contains(OperatorScope(rawValue: $0)) }) {
            let known = Self.known.sorted().map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--scope: there is no scope \(odd); there are \(known)")
        }
    }

    func run() async throws {
        try await data.withCredentials { credentials in
            let made = try await credentials.operators.create(
                name: name, scopes: Set(scope.map(OperatorScope.init(rawValue:))))
            try json.write(OperatorJSON(made), text: ["Made \(name), \(OperatorJSON(made).id)."])
        }
    }
}
