import ArgumentParser

struct ProjectionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "projection", abstract: "Look after the read models.",
        discussion: """
            A projection is rebuilt and checked with its group, the projections that are read together at one \
            position: `friends` and `gallery` both mean `collections`.
            """,
        subcommands: [
            ProjectionListCommand.self, ProjectionRebuildCommand.self, ProjectionCheckCommand.self,
            ProjectionRetryCommand.self,
        ])
}
