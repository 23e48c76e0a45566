import ArgumentParser

struct MediaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "media", abstract: "Look after the photos that people uploaded.",
        discussion: "All of it may be done while servers run.",
        subcommands: [
            MediaStatsCommand.self, MediaCheckCommand.self, MediaSweepCommand.self, MediaRebuildCommand.self,
            MediaCheckHereCommand.self,
        ])
}
