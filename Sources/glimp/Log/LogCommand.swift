import ArgumentParser
import EventLog
import GlimpService

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Read, examine and sign the event log.",
        subcommands: [
            LogHeadCommand.self, LogReadCommand.self, LogTailCommand.self, LogStatsCommand.self, LogVerifyCommand.self,
            LogVerifyHereCommand.self, LogCheckpointCommand.self, LogKeyCommand.self, LogProveCommand.self,
            LogLeavesCommand.self,
        ])
}

struct LogHeadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "head", abstract: "Print the position of the last event; 0 when there is none.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() async throws {
        try await data.withDirectory { glimp in
            let head = try glimp.log.head().rawValue
            try json.write(["position": head], text: ["\(head)"])
        }
    }
}
