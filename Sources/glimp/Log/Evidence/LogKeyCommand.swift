import ArgumentParser
import EventLog

struct LogKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Print the public key that checkpoints are signed with, as a C2SP vkey.",
        discussion: "Give it to those who check the log, on a way that nobody can change.")

    @OptionGroup var signing: SigningOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        let key = try await data.withLog { log in
            try log.signingKey() ?? CheckpointSigner(directory: signing.path(for: data), origin: nil).verifier
        }
        try json.write(["vkey": key.description], text: [key.description])
    }
}
